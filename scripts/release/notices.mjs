/**
 * A package that a release contains.
 *
 * @typedef {{ name: string, version: string, identifier?: string, text?: string }} Package
 */

/** Returns the packages in the order of their names, each once. */
const sorted = (packages) =>
  [...new Map(packages.map((one) => [`${one.name}@${one.version}`, one])).entries()]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([, one]) => one)

/**
 * Returns the licences of the packages, as a page.
 *
 * @param {Package[]} packages
 */
export function noticesOf(packages) {
  const sections = sorted(packages).map(
    ({ name, version, identifier, text }) => `## ${name} ${version}\n\n${text ?? `Licence: ${identifier}`}\n`,
  )
  return ['# Licences of the packages in this release\n', ...sections].join('\n')
}

/**
 * Returns the bill of materials in the form of CycloneDX.
 *
 * @param {{ name: string, version: string, license: string }} product
 * @param {Package[]} packages
 */
export function sbomOf(product, packages) {
  const component = ({ name, version, identifier }, type) => ({
    type,
    name,
    version,
    ...(identifier === undefined ? {} : { licenses: [{ expression: identifier }] }),
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: component({ ...product, identifier: product.license }, 'application') },
    components: sorted(packages).map((one) => component(one, 'library')),
  }
}
