package setting

// Groups splits rows by a key, groups and rows in the order in which they come.
func Groups[R any, K comparable](rows []R, key func(R) K) (groups [][]R) {
	at := map[K]int{}
	for _, r := range rows {
		n, known := at[key(r)]
		if !known {
			n, groups = len(groups), append(groups, nil)
			at[key(r)] = n
		}
		groups[n] = append(groups[n], r)
	}
	return groups
}
