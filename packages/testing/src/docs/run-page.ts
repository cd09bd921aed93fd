import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createTemporaryFolder, removeDataFolder } from '../files.ts'
import { startProgram } from '../process/program.ts'
import { root } from '../root.ts'
import { blocksToRun, outputPattern, type PageBlock } from './page-blocks.ts'

/** The address that the pages name. It is the only text of a block that is replaced. */
const SHOWN_ADDRESS = 'http://localhost:8080'

export interface PageRun {
  /** The address of the pool that the page is run against. */
  readonly url: string
  readonly env?: Readonly<Record<string, string>>
}

/** What a block did that its page does not say. */
export interface PageFault {
  readonly place: string
  readonly problem: string
}

/**
 * Runs the blocks of a page in one shell, in a folder that looks like a checkout, as a reader does who types them one after the other. A block of
 * a program whose first line is a comment with the name of a file becomes that file, which the shell runs later.
 */
export async function runPage(page: string, { url, env = {} }: PageRun): Promise<readonly PageFault[]> {
  const folder = checkoutLike()
  const blocks = blocksToRun(page).map((block) => ({ ...block, text: block.text.replaceAll(SHOWN_ADDRESS, url) }))
  const script = join(folder, 'page.sh')
  writeFileSync(script, [`cd '${folder}'`, ...blocks.map((block, i) => commandsOf(block, join(folder, String(i))))].join('\n'))
  const HOME = join(folder, 'home')
  mkdirSync(HOME)
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH'], join(root, 'soak/node_modules/.bin')].join(delimiter)
  const server = { PORT: new URL(url).port, HOST: '127.0.0.1' }
  const shell = startProgram('bash', [script], { env: { HOME, PATH, ...server, ...env } })
  const { err } = await shell.exited
  const faults = blocks.flatMap((block, i) => faultsOf(block, join(folder, String(i)), err))
  const made = readdirSync(HOME, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name } of made) removeDataFolder(join(HOME, name))
  rmSync(folder, { recursive: true, force: true })
  return faults
}

/** Makes a folder with links to what a checkout has, so that what a page writes stays out of the sources. */
function checkoutLike(): string {
  const folder = createTemporaryFolder('page')
  for (const name of readdirSync(root)) {
    if (!/^(\.git|\.outlast|tsconfig.*)$/.test(name)) symlinkSync(join(root, name), join(folder, name))
  }
  return folder
}

/** Returns what the shell does for a block. Its output and its exit code are in files. */
function commandsOf({ language, text, readyText }: PageBlock, file: string): string {
  const name = /^\/\/ ([\w.-]+)\n/.exec(text)?.[1]
  if (language !== 'sh')
    return `cat > '${name ?? `${file}.unnamed`}' <<'END_OF_BLOCK'\n${text}END_OF_BLOCK\necho 0 > '${file}.code'\n: > '${file}.out'`
  if (readyText !== undefined) {
    writeFileSync(`${file}.sh`, text)
    return `set -m
bash '${file}.sh' > '${file}.out' 2>&1 &
SERVER=$!
set +m
trap 'kill -TERM -- -$SERVER; wait $SERVER' EXIT
until grep -q '${readyText}' '${file}.out'; do kill -0 $SERVER || exit 1; sleep 0.2; done
echo 0 > '${file}.code'`
  }
  return `{\n${text}} > '${file}.out' 2>&1\necho $? > '${file}.code'`
}

function faultsOf({ place, output, language, text }: PageBlock, file: string, shellErrors: string): readonly PageFault[] {
  if (language !== 'sh' && !/^\/\/ [\w.-]+\n/.test(text))
    return [{ place, problem: 'It names no file in its first line, so nothing runs it' }]
  const code = read(`${file}.code`)?.trim()
  // What npm says before a script is not of the script.
  const printed = (read(`${file}.out`) ?? '')
    .replaceAll(/^> .*\n/gm, '')
    .replaceAll('\r', '')
    .trim()
  if (code !== '0') return [{ place, problem: `exit code ${code ?? 'none'}: ${printed}\n${shellErrors}` }]
  if (output === undefined || outputPattern(output).test(printed)) return []
  return [{ place, problem: `It printed:\n${printed}\nand the page shows:\n${output}` }]
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
