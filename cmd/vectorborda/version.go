package main

import "runtime/debug"

// stamp is set by make to what git describe says; a plain go build leaves it empty.
var stamp string

// version is the stamp, else what the go command wrote into the program, else that
// nothing is known.
func version(stamp string, info *debug.BuildInfo, ok bool) string {
	switch {
	case stamp != "":
		return stamp
	case ok && info.Main.Version != "":
		return info.Main.Version
	}
	return "unknown"
}
