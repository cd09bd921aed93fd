import { folderCycleProblem } from './folder-cycles.mjs'
import { importProblem, isOutsideProduct, pathInside } from './places.mjs'

/** The only files of the product that may read the machine's clock. */
const CLOCKS = [/^apps\/server\/src\/lib\/clock\.ts$/, /^apps\/web\/src\/.*\b(clock|countdown)[\w-]*\.tsx?$/]

/** The only files of the product that may use the environment. */
const ENVIRONMENT = /^apps\/server\/src\/config\/(?:config|compile-cache)\.ts$/

const root = new URL('../../', import.meta.url).pathname

const pathOf = (context) => pathInside(root, context.filename)

const isNamed = (node, name) =>
  (node?.type === 'Identifier' && node.name === name) ||
  (node?.type === 'MemberExpression' && node.object.name === 'globalThis' && propertyName(node) === name)

function propertyName(node) {
  if (!node.computed) return node.property.name
  return node.property.type === 'Literal' ? node.property.value : undefined
}

const isMethodOf = (node, objects, name) =>
  node.type === 'MemberExpression' && objects.includes(node.object.name) && propertyName(node) === name

const isProcess = (source) => /^(node:)?process$/.test(source?.value)

/** A rule about single imports: `problemOf` returns what is wrong with importing a specifier from a path, or undefined. */
const importRule = (problemOf) => ({
  create(context) {
    const path = pathOf(context)
    const check = (source) => {
      if (typeof source?.value !== 'string') return
      const message = problemOf(path, source.value)
      if (message !== undefined) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      TSImportType: (node) => check(node.source ?? node.argument?.literal ?? node.argument),
    }
  },
})

const noClock = {
  create(context) {
    const path = pathOf(context)
    if (isOutsideProduct(path) || CLOCKS.some((pattern) => pattern.test(path))) return {}
    const message = 'Only the clock module reads the clock; take the time as a parameter'
    return {
      MemberExpression(node) {
        const name = propertyName(node)
        if (isNamed(node.object, 'Date') && name === 'now') context.report({ node, message })
        if (isNamed(node.object, 'Temporal') && name === 'Now') context.report({ node, message })
        if (isNamed(node.object, 'performance') && name === 'timeOrigin') context.report({ node, message })
      },
      NewExpression(node) {
        if (isNamed(node.callee, 'Date') && node.arguments.length === 0) context.report({ node, message })
      },
      CallExpression(node) {
        if (isNamed(node.callee, 'Date')) context.report({ node, message })
      },
    }
  },
}

/** Where requests of the browser are made: the web app, and the live client that it uses. Tests cover the service worker. */
const IN_BROWSER = [/^apps\/web\/src\//, /^packages\/contract\/src\/live\/client\//]

/** Constructors and functions that ask a server and have no time limit that the app can set. */
const UNLIMITED = ['XMLHttpRequest', 'EventSource', 'WebSocket']

const hasProperty = (node, name) =>
  node?.type === 'ObjectExpression' &&
  node.properties.some((property) => property.type === 'Property' && property.key.name === name)

/** `socket.timeout(ms).emit(…)`, or `emitWithAck`. */
const isAfterTimeout = ({ object }) => object.type === 'CallExpression' && propertyName(object.callee) === 'timeout'

const noUnlimitedRequest = {
  create(context) {
    const path = pathOf(context)
    if (isOutsideProduct(path) || !IN_BROWSER.some((pattern) => pattern.test(path))) return {}
    const report = (node, message) => context.report({ node, message })
    const limit = 'A request may be left without an answer: make it by a client of api/pool-client.ts, or pass `signal` to fetch'
    return {
      CallExpression(node) {
        const { callee, arguments: args } = node
        const isFetch = isNamed(callee, 'fetch') || isMethodOf(callee, ['window', 'self'], 'fetch')
        if (isFetch && !hasProperty(args[1], 'signal')) report(node, limit)
        if (callee.type !== 'MemberExpression') return
        const name = propertyName(callee)
        if (name === 'sendBeacon') report(node, limit)
        const hasAnswer = name === 'emitWithAck' || (name === 'emit' && /Function/.test(args.at(-1)?.type ?? ''))
        if (hasAnswer && !isAfterTimeout(callee)) {
          report(node, 'A message may be left without an acknowledgement: send it by `socket.timeout(ms)`')
        }
      },
      NewExpression(node) {
        if (UNLIMITED.some((name) => isNamed(node.callee, name))) report(node, limit)
      },
    }
  },
}

const noEnvironment = {
  create(context) {
    const path = pathOf(context)
    if (isOutsideProduct(path) || ENVIRONMENT.test(path)) return {}
    const message = 'Only config/ uses the environment; take the setting as a parameter'
    return {
      MemberExpression(node) {
        if (isNamed(node.object, 'process') && propertyName(node) === 'env') context.report({ node, message })
      },
      VariableDeclarator(node) {
        if (!isNamed(node.init, 'process') || node.id.type !== 'ObjectPattern') return
        if (node.id.properties.some((property) => property.key?.name === 'env')) context.report({ node, message })
      },
      ImportSpecifier(node) {
        if (node.imported.name === 'env' && isProcess(node.parent.source)) context.report({ node, message })
      },
      ExportSpecifier(node) {
        if (node.local.name === 'env' && isProcess(node.parent.source)) context.report({ node, message })
      },
    }
  },
}

const noDoubleCast = {
  create(context) {
    if (isOutsideProduct(pathOf(context))) return {}
    const message = 'A cast over unknown accepts everything; declare the types so that one cast, or none, is enough'
    return {
      TSAsExpression({ expression }) {
        if (expression.type !== 'TSAsExpression' || expression.typeAnnotation.type !== 'TSUnknownKeyword') return
        context.report({ node: expression, message })
      },
    }
  },
}

/** The rules of a pool whose values the domain alone compares: numbers, weeks, and what several lost picks cost. Also as the API calls them. */
const VALUES_OF_RULES = new Set(
  ['untilWeek', 'unpaidAfterWeek', 'maxAutoPicks', 'maxPerEntry', 'fromWeek', 'lives', 'slotLoss', 'entryFeeCents'].flatMap(
    (name) => [name, name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)],
  ),
)

const COMPARISONS = ['<', '>', '<=', '>=', '===', '!==', '==', '!=']

/** The name of the member or variable that a side of a comparison reads, also in `rules.lives ?? 1`. */
function nameRead(node) {
  switch (node.type) {
    case 'Identifier':
      return node.name
    case 'MemberExpression':
      return propertyName(node)
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return nameRead(node.expression)
    case 'LogicalExpression':
      return nameRead(node.left)
    default:
      return undefined
  }
}

/** Whether a side only asks if there is a value. */
const isNothing = (node) => (node.type === 'Literal' && node.value === null) || isNamed(node, 'undefined')

/** What plays seasons by the domain, under any rules. */
const LAB = [/^packages\/seasons\/src\//, /^apps\/web\/src\/desk\/rules-lab\//]

/** Rules on which the play depends. The lab hands them to the domain and reads none of them. */
const RULES_OF_PLAY = new Set([
  ...VALUES_OF_RULES,
  'atMost',
  'autoPick',
  'buyback',
  'cancelledGame',
  'lateEntries',
  'lateEntryLosses',
  'missedPick',
  'objective',
  'opponents',
  'picksPerWeek',
  'reviveAtMost',
  'teamLock',
  'teamUses',
  'teamsFreeAgainIn',
  'tiebreak',
  'wipeOut',
])

const noRuleComparison = {
  create(context) {
    const path = pathOf(context)
    if (isOutsideProduct(path) || path.startsWith('packages/domain/')) return {}
    const isLab = LAB.some((pattern) => pattern.test(path))
    const message =
      'Only the domain compares with the value of a rule: ask it, for example by `situation`, `outlookIn` or `comparedWithRule`'
    return {
      MemberExpression(node) {
        if (!isLab || !RULES_OF_PLAY.has(propertyName(node))) return
        context.report({ node, message: 'The lab knows no rule: let the domain decide a command, or read its standings' })
      },
      BinaryExpression(node) {
        const { operator, left, right } = node
        if (!COMPARISONS.includes(operator) || isNothing(left) || isNothing(right)) return
        const [name, other] = [nameRead(left), nameRead(right)]
        // Whether two rows are the same is no question of the rules.
        if (name !== other && [name, other].some((read) => VALUES_OF_RULES.has(read))) context.report({ node, message })
      },
    }
  },
}

/** Where amounts may be added up: the ledger, and the helpers that keep currencies apart. */
const LEDGER = [/^packages\/domain\/src\/money\//, /^packages\/domain\/src\/values\/amounts\.ts$/]

const isAmount = (node) => /(?:^|_)cents$|Cents$/.test(nameRead(node) ?? '')

const noSumOfMoney = {
  create(context) {
    const path = pathOf(context)
    if (isOutsideProduct(path) || LEDGER.some((pattern) => pattern.test(path))) return {}
    const message =
      'Only the ledger adds amounts up (packages/domain/src/money): read its sums, or ask `addUp`, which keeps currencies apart'
    const check = (node, ...sides) => {
      if (['+', '-', '+=', '-='].includes(node.operator) && sides.some(isAmount)) context.report({ node, message })
    }
    return {
      BinaryExpression: (node) => check(node, node.left, node.right),
      AssignmentExpression: (node) => check(node, node.left, node.right),
    }
  },
}

/**
 * Outlast's own lint rules: the architecture's constraints on imports, the clock and the environment; casts that check nothing; requests
 * that may never end; rules of a pool that are decided outside the domain; and amounts that are added up outside the ledger.
 */
export default {
  meta: { name: 'outlast' },
  rules: {
    'import-direction': importRule(importProblem),
    'no-clock': noClock,
    'no-double-cast': noDoubleCast,
    'no-environment': noEnvironment,
    'no-rule-comparison': noRuleComparison,
    'no-sum-of-money': noSumOfMoney,
    'no-unlimited-request': noUnlimitedRequest,
    'no-folder-cycle': importRule((path, specifier) => folderCycleProblem(root, path, specifier)),
  },
}
