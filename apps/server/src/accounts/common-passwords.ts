/** Common passwords in lower case, except those that are too short to be allowed anyway. */
let known: Promise<ReadonlySet<string>> | undefined

const MIN_LENGTH = 8

/** Returns whether a password is common (docs/rules.md §11.3). Loads the list on the first call. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load()
  return (await known).has(password.toLowerCase())
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= MIN_LENGTH))
}
