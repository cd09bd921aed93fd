/** Passwords that are tried first because so many people have them, in lower case, without those too short to be set anyway. */
let known: Promise<ReadonlySet<string>> | undefined

const SHORTEST = 8

/** Whether a password is on the list of common ones (decisions.md §Rules 15). The list is unpacked at the first call. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= load()
  return (await known).has(password.toLowerCase())
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= SHORTEST))
}
