package rows

import (
	"encoding/hex"
	"math/big"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// valueOf turns the values of a leaf column into ours.  Times are RFC 3339 with their fraction,
// and count as UTC where the file tells no zone; days are as 2006-01-02.  A decimal
// is the nearest float64, an integer that no int64 holds too.  Bytes that are no text
// are written in hexadecimal digits.
func valueOf(t parquet.Type) func(parquet.Value, pool) any {
	var logical format.LogicalTypeValue
	if l := t.LogicalType(); l != nil {
		logical = l.Value
	}
	switch l := logical.(type) {
	case *format.TimestampType:
		return func(v parquet.Value, _ pool) any { return stamp(v.Int64(), l.Unit) }
	case *format.DateType:
		return func(v parquet.Value, _ pool) any {
			return time.Unix(int64(v.Int32())*24*60*60, 0).UTC().Format(time.DateOnly)
		}
	case *format.DecimalType:
		return func(v parquet.Value, _ pool) any { return decimal(v, l.Scale) }
	case *format.UUIDType:
		return func(v parquet.Value, _ pool) any { return uuid.UUID(v.ByteArray()).String() }
	}
	unsigned := false
	if l, ok := logical.(*format.IntType); ok {
		unsigned = !l.IsSigned
	}
	return func(v parquet.Value, p pool) any { return physical(v, unsigned, p) }
}

func physical(v parquet.Value, unsigned bool, p pool) any {
	switch v.Kind() {
	case parquet.Boolean:
		return v.Boolean()
	case parquet.Int32:
		if unsigned {
			return int64(v.Uint32())
		}
		return int64(v.Int32())
	case parquet.Int64:
		if unsigned && v.Int64() < 0 {
			return float64(v.Uint64())
		}
		return v.Int64()
	case parquet.Int96:
		return stampOfDay(v.Int96())
	case parquet.Float:
		return float64(v.Float())
	case parquet.Double:
		return v.Double()
	}
	if text, there := p[string(v.ByteArray())]; there {
		return text
	}
	if v.Kind() == parquet.ByteArray && utf8.Valid(v.ByteArray()) {
		if text, ok := p.of(string(v.ByteArray())); ok {
			return text
		}
	}
	return hex.EncodeToString(v.ByteArray())
}

func stamp(n int64, unit format.TimeUnit) any {
	at := time.Unix(0, n)
	switch unit.Value.(type) {
	case *format.MilliSeconds:
		at = time.UnixMilli(n)
	case *format.MicroSeconds:
		at = time.UnixMicro(n)
	}
	return at.UTC().Format(time.RFC3339Nano)
}

// stampOfDay is the time of the old 96 bits: nanoseconds, then the Julian day.
func stampOfDay(v [3]uint32) any {
	const epoch = 2440588 // the Julian day of 1 January 1970
	nanos := int64(uint64(v[1])<<32 | uint64(v[0]))
	return time.Unix((int64(v[2])-epoch)*24*60*60, nanos).UTC().Format(time.RFC3339Nano)
}

// decimal is the float64 nearest to n/10^scale.
func decimal(v parquet.Value, scale int32) any {
	n := new(big.Int)
	switch v.Kind() {
	case parquet.Int32, parquet.Int64:
		n.SetInt64(physical(v, false, nil).(int64))
	default: // two's complement, the high byte first
		bytes := slices.Clone(v.ByteArray())
		n.SetBytes(bytes)
		if len(bytes) > 0 && bytes[0] >= 0x80 {
			n.Sub(n, new(big.Int).Lsh(big.NewInt(1), uint(8*len(bytes))))
		}
	}
	x, _ := strconv.ParseFloat(n.String()+"e"+strconv.Itoa(-int(scale)), 64)
	return x
}
