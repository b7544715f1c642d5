// Package votelog turns the raw file of an arena into counts of votes.
//
// A [Description] says which columns hold the two models, the outcome and the
// objectives; presets describe the public arenas.  Reading streams, and every row
// becomes votes or one drop with its reason, in a fixed order of reasons, so that the
// sums can be checked.  A word that is not understood is an error that names its place;
// it is never a tie.  What was read are [Votes]; [Votes.Retain] chooses the models that
// met each other on every objective and makes the [Log] that the paper's definitions
// are about.
//
// Nothing here knows how the file was written: package rows reads the containers.
package votelog
