// Writes the fixtures beside it, with another writer than the library under test: DuckDB.
//   npm install @duckdb/node-api@1.5.6-r.1 && node make.mjs
// votes.jsonl is the origin (invented rows in the shape of a public vote log); the Go tests write the text
// containers from it and compare.  votes_arrow.parquet is votes_snappy.parquet as
// arrow-go v18.9.0 writes it with pages of version 2, five codecs, delta and byte stream split encodings
// (arrow.go.txt).
import { DuckDBInstance } from '@duckdb/node-api';
import { writeFileSync } from 'node:fs';

const pick = (list, i) => list[i % list.length];
const names = ['heron-3', 'lynx-o4-mini', 'command-a', 'Qwen/Ünïcode-72b', 'tapir "x", y'];
let lines = '';
for (let i = 0; i < 16; i++) {
  const flag = (n) => (i % n === 5 ? null : (i * 7) % n < 2);
  lines += JSON.stringify({
    id: `vote-${i}`,
    model_a: pick(names, i),
    model_b: pick(names, i * 3 + 1),
    winner: i % 17 === 3 ? null : pick(['model_a', 'model_b', 'tie', 'both_bad'], (i * i) % 7),
    evaluation_order: 1 + (i % 3),
    tstamp: 1700000000.25 + i,
    category_tag: i % 13 === 4 ? null : {
      'math_v0.1': i % 11 === 2 ? null : { math: flag(9) },
      'if_v0.1': { if: flag(6), score: i % 5 },
    },
    languages: i % 19 === 1 ? null : ['en', 'de', 'zh'].slice(0, i % 4),
    conversation_a: [{ role: 'user', content: `line one\nline, "two" ${i}` }],
    language: pick(['en', 'pl', 'und'], i),
    is_code: i % 10 === 6 ? null : i % 4 === 0,
  }) + '\n';
}
writeFileSync('votes.jsonl', lines);

const run = async (sql) => (await (await DuckDBInstance.create(':memory:')).connect()).run(sql);
const votes = `select id, model_a, model_b, winner, evaluation_order::int as evaluation_order, tstamp,
  category_tag, languages, conversation_a, language, is_code from read_json('votes.jsonl', sample_size=-1)`;

await run(`copy (${votes}) to 'votes_snappy.parquet' (format parquet, compression snappy)`);

// Every logical type, the third row null.
await run(`copy (select case when i = 2 then null else v end as v from (select i, {
  'tiny': (i - 1)::tinyint, 'small': (i - 1)::smallint, 'int': (i - 1)::int, 'big': 9007199254740993 - 2 * i,
  'ubig': (18446744073709551615 - i)::ubigint, 'uint': (4294967295 - i)::uinteger,
  'float': (0.5 + i)::float, 'double': (0.1 + i)::double,
  'dec': (-1.25 + i)::decimal(9, 2), 'bigdec': (-12345678901234567890.5 - i)::decimal(38, 1),
  'day': date '2025-02-28' + i::int, 'micro': timestamp '2025-04-17 01:02:03.000004' + to_seconds(i),
  'zone': timestamptz '2025-04-17 01:02:03+00', 'milli': '1969-12-31 23:59:59.5'::timestamp_ms,
  'nano': '2025-04-17 01:02:03.123456789'::timestamp_ns,
  'uuid': '00112233-4455-6677-8899-aabbccddeef' || i, 'id': ('00112233-4455-6677-8899-aabbccddeef' || i)::uuid,
  'blob': '\\xFF\\x00'::blob, 'enum': 'tie'::enum('tie', 'model_a'), 'json': '{"a": 1}'::json,
  'map': map {'k': i, 'l': null}, 'nested': [[i, null], [], null], 'empty': []::int[],
  'structs': [{'a': [i]}, null, {'a': null}]} as v from range(3) t(i)))
  to 'types.parquet' (format parquet)`);

// Three row groups, and one file without rows.
await run(`copy (select 'm' || (i % 50) as model_a, i // 100 as part from range(5000) t(i))
  to 'groups.parquet' (format parquet, row_group_size 2048, compression zstd)`);
await run(`copy (select 'm' as model_a where false) to 'none.parquet' (format parquet)`);
