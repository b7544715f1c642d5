// Package grid holds measured stopping times of VB-EGE against the theorems.
//
// A row is one instance at one δ.  On every row the statements become claims
// about independent runs, exact binomial tests whose error probability, power
// and second stage are fixed before the first run, and which a wrong twin of each
// must fail.  Every single run is also audited step by step (package audit).
//
// What a green report means is limited: each claim was tested on these instances
// only, at the alternative that is stated with it.
package grid
