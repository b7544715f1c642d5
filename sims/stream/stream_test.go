package stream

import (
	"math/bits"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestLanesEqualTheStreamsOfTheirKey(t *testing.T) {
	var block Lanes
	for _, k := range []Key{{Seed: 1, Experiment: "a"}, {Seed: 1, Experiment: "a", Trial: 1}, {Seed: 9}} {
		block.Open(k, 5)
		for range 3 {
			block.At(2).Uint64() // a used block is re-seeded, not continued
		}
		block.Open(k, 4)
		for lane := range 4 {
			fresh := k.Lane(uint64(lane))
			for range 40 {
				require.Equal(t, fresh.Uint64(), block.At(lane).Uint64())
			}
		}
	}
}

// Opening a block again takes no memory, and lanes of a larger block before it are
// gone.
func TestABlockIsReused(t *testing.T) {
	var block Lanes
	k := Key{Seed: 1, Experiment: "a"}
	block.Open(k, 5)
	require.Zero(t, testing.AllocsPerRun(10, func() { block.Open(k, 5) }))
	block.Open(k, 4)
	require.Panics(t, func() { block.At(4) })
}

// First words of a fixed key: whoever changes the derivation of streams changes
// every published number and must say so.
func TestStreamsArePinned(t *testing.T) {
	k := Key{Seed: 1, Experiment: "symmetric", Trial: 7}
	require.Equal(t, []uint64{0x63156e45b8c70a11, 0x6a521102005f91c1}, []uint64{k.Lane(0).Uint64(), k.Lane(1).Uint64()})
}

func TestEveryPartOfTheKeyMatters(t *testing.T) {
	base := Key{Seed: 1, Experiment: "x", Trial: 1}
	seen := map[uint64]string{base.Lane(0).Uint64(): "base"}
	for name, v := range map[string]uint64{
		"seed":       Key{Seed: 2, Experiment: "x", Trial: 1}.Lane(0).Uint64(),
		"experiment": Key{Seed: 1, Experiment: "y", Trial: 1}.Lane(0).Uint64(),
		"trial":      Key{Seed: 1, Experiment: "x", Trial: 2}.Lane(0).Uint64(),
		"lane":       base.Lane(1).Uint64(),
		"swapped":    Key{Seed: 1, Experiment: "", Trial: 1}.Lane(0).Uint64(),
	} {
		require.NotContains(t, seen, v, name)
		seen[v] = name
	}
}

// Every byte of a lane's number matters.
func TestLanesDifferInEveryByteOfTheirNumber(t *testing.T) {
	k, seen := Key{Seed: 1, Experiment: "x"}, map[uint64]uint64{}
	for _, lane := range []uint64{0, 1, 1 << 8, 1 << 16, 1 << 24, 1 << 32, 1 << 40, 1 << 48, 1 << 56} {
		word := k.Lane(lane).Uint64()
		require.NotContains(t, seen, word, "lane %d", lane)
		seen[word] = lane
	}
}

// Neighbouring lanes and trials are unrelated: the number of equal bits of
// their first 64·200 is Binomial(12800, 1/2); 400 is seven standard deviations,
// a false alarm of 2e-12 for each of the two.
func TestNeighboursAreUnrelated(t *testing.T) {
	k, next := Key{Seed: 5, Experiment: "x", Trial: 1}, Key{Seed: 5, Experiment: "x", Trial: 2}
	for name, pair := range map[string][2]func() uint64{
		"lanes":  {k.Lane(0).Uint64, k.Lane(1).Uint64},
		"trials": {k.Lane(0).Uint64, next.Lane(0).Uint64},
	} {
		equal := 0
		for range 200 {
			equal += 64 - bits.OnesCount64(pair[0]()^pair[1]())
		}
		require.InDelta(t, 6400, equal, 400, name)
	}
}

func BenchmarkOpen640(b *testing.B) {
	var block Lanes
	for b.Loop() {
		block.Open(Key{Seed: 1, Experiment: "symmetric"}, 640)
	}
}

func TestRandIsTheLane(t *testing.T) {
	k := Key{Seed: 7, Experiment: "x", Trial: 2}
	lane, r := k.Lane(5), k.Rand(5)
	for range 100 {
		require.Equal(t, lane.Uint64(), r.Uint64())
	}
	require.NotEqual(t, k.Rand(5).Uint64(), k.Rand(6).Uint64())
}
