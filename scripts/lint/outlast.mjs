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

/** Outlast's own lint rules: the architecture's constraints on imports, the clock and the environment; and casts that check nothing. */
export default {
  meta: { name: 'outlast' },
  rules: {
    'import-direction': importRule(importProblem),
    'no-clock': noClock,
    'no-double-cast': noDoubleCast,
    'no-environment': noEnvironment,
    'no-folder-cycle': importRule((path, specifier) => folderCycleProblem(root, path, specifier)),
  },
}
