const FIRST = [
  'Maya',
  'Desmond',
  'Priya',
  'Oluwaseun',
  'Bo',
  'Siobhan',
  'Tomasz',
  'Guadalupe',
  'Wendell',
  'Annelise',
  'Hiroshi',
  'Fatima',
  'Jean-Baptiste',
  'Rosalind',
  'Kwame',
  'Ingrid',
  'Maximiliane',
  'Ty',
  'Leilani',
  'Bartholomew',
] as const
const LAST = [
  'Okafor',
  'Lindqvist',
  'Ng',
  'O’Connell',
  'Featherstonehaugh',
  'Ramirez',
  'von Hohenfels-Wartenberg',
  'Kowalski',
  'Abara',
  'Li',
  'MacGillivray',
  'Dubois',
  'Sánchez',
  'Whitaker',
  'Tanaka',
  'Papadopoulos-Karagiannis',
  'Bell',
] as const
const ENTRIES = [
  '{first}’s Lucky Dip',
  'Touchdown Terriers',
  'No Punt Intended',
  'Fourth and Forever',
  'Hail Mary, Full of Haste',
  'The {last} Dynasty',
  'Sunday Scaries',
  'A Remarkably Long Name for a Lone Entry',
  'Bye Week Blues',
  'Gridiron Grandmas',
  'Q4',
  'End Zone Ünlimited',
  'Last One Standing',
  '{first} & the Audibles',
  'Blitz Happens',
  'Moving the Chains Since 1987',
  'Two-Minute Warning',
  'Turf Toes',
  'The Understudies',
  'Pigskin Prophets of Lower Wacker Drive',
  'Ice in the Veins',
  'Victory Formation',
] as const

const MAX_ENTRY_NAME = 40

/** Returns the name of a member. Names differ for any number of members: a middle initial is added once the lists are used up. */
export function personName(index: number): string {
  const round = Math.floor(index / (FIRST.length * LAST.length))
  // The lengths of the lists have no common divisor, so no pair repeats within a round.
  const initial = round === 0 ? '' : ` ${String.fromCharCode(64 + round)}.`
  return `${at(FIRST, index)}${initial} ${at(LAST, index)}`
}

/** Returns the name of an entry, different for each entry of a member. */
export function entryName(owner: string, ownerIndex: number, index: number): string {
  const [first = '', ...rest] = owner.split(' ')
  const pattern = at(ENTRIES, ownerIndex * 5 + index)
  const name = pattern.replace('{first}', first).replace('{last}', rest.at(-1) ?? '')
  const number = index < ENTRIES.length ? '' : ` ${Math.floor(index / ENTRIES.length) + 1}`
  return `${name.slice(0, MAX_ENTRY_NAME - number.length).trim()}${number}`
}

function at(list: readonly string[], index: number): string {
  return list[index % list.length] ?? ''
}
