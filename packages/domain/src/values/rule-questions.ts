// What others ask about single values of the rules, in the forms of the server and of rows of live views.

/** Whether entries begin with more than one life (docs/rules.md §14.1). */
export const hasSeveralLives = ({ lives }: { readonly lives: number }): boolean => lives > 1

/** Whether an entry that has lost so many lives has none left. */
export const haveRunOut = ({ lives }: { readonly lives: number }, lost: number): boolean => lost >= lives

/** Whether each lost pick of a week costs a life, and not the week one (docs/rules.md §19). Rows leave the rule out at its default. */
export const costsEach = (slotLoss: 'one' | 'each' | undefined): boolean => slotLoss === 'each'
