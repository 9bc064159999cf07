import { dependenciesOf, type Packages } from './locked-packages.ts'

/** Returns a package's name: the end of its path, or the name of the workspace. */
const nameOf = (packages: Packages, path: string): string =>
  packages[path]?.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns a package URL, see https://github.com/package-url/purl-spec. */
const purlOf = (packages: Packages, path: string): string =>
  `pkg:npm/${nameOf(packages, path).replace('@', '%40')}@${packages[path]?.version ?? '0'}`

/** A path is unique, unlike a package URL: npm may install a version of a package several times. */
const refOf = (packages: Packages, path: string): string => `${purlOf(packages, path)}#${path}`

/** Returns the hash of a package's archive in hexadecimal, from the base64 that npm writes. */
const hashesOf = (integrity: string | undefined): { alg: string; content: string }[] => {
  const [, content] = /^sha512-(\S+)/.exec(integrity ?? '') ?? []
  return content ? [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] : []
}

const licensesOf = (license: string | undefined) => {
  if (!license) return []
  return [/ (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }]
}

const toComponent = (packages: Packages, path: string, type: 'application' | 'library') => {
  const { version = '0', license, integrity } = packages[path] ?? {}
  const [hashes, licenses] = [hashesOf(integrity), licensesOf(license)]
  return {
    type,
    'bom-ref': refOf(packages, path),
    name: nameOf(packages, path),
    version,
    purl: purlOf(packages, path),
    ...(hashes.length > 0 && { hashes }),
    ...(licenses.length > 0 && { licenses }),
  }
}

/**
 * Returns a software bill of materials (CycloneDX 1.6, JSON) of a service and the packages in its image, from
 * the lockfile. It contains no time and no serial number, so that equal images have equal SBOMs.
 */
export const toSbom = (packages: Packages, service: string, contained: string[]): string => {
  const paths = [...new Set(contained)].filter((path) => path !== service).toSorted()
  const known = new Set(paths)
  const dependencies = [service, ...paths].map((path) => ({
    ref: refOf(packages, path),
    dependsOn: [...new Set(dependenciesOf(packages, path))]
      .filter((other) => known.has(other))
      .map((other) => refOf(packages, other))
      .toSorted(),
  }))
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: toComponent(packages, service, 'application') },
    components: paths.map((path) => toComponent(packages, path, 'library')),
    dependencies,
  }
  return `${JSON.stringify(bom, null, 2)}\n`
}
