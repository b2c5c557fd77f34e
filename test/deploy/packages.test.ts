/** The lock file: which packages an install brings, on whatever machine and from whatever registry. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const text = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

interface Locked {
  readonly version: string
  readonly integrity?: string
  readonly resolved?: string
  readonly optional?: true
  readonly dev?: true
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const LOCK = text('package-lock.json')
const { lockfileVersion, packages }: { lockfileVersion: number; packages: Record<string, Locked> } =
  JSON.parse(LOCK)
const { '': project, ...others } = packages
/** The packages of this code base are in it by their folders, and linked. */
const isOwn = (path: string): boolean => path.startsWith('packages/') || OWN_LINK.test(path)
const OWN_LINK = /^node_modules\/(?:sluice|@sluice\/[a-z-]+)$/
const brought = Object.fromEntries(Object.entries(others).filter(([path]) => !isOwn(path)))
const own = Object.entries(others).filter(
  ([path]) => path.startsWith('packages/') && !path.includes('/node_modules/'),
)

describe('the lock file', () => {
  it('has a version and a hash of the contents for every package', () => {
    expect(lockfileVersion).toBe(3)
    expect(Object.keys(brought).length).toBeGreaterThan(300)
    for (const [path, { version, integrity }] of Object.entries(brought))
      expect([path, version, integrity]).toEqual([
        path,
        expect.stringMatching(/^\d+\.\d+\.\d+/),
        expect.stringMatching(/^sha512-[A-Za-z0-9+/]{86}==$/),
      ])
  })

  it('carries no host: each machine asks its own registry', () => {
    for (const [path, { resolved }] of Object.entries(others))
      expect([path, resolved]).toEqual([
        path,
        OWN_LINK.test(path) ? expect.stringMatching(/^packages\/[a-z-]+$/) : undefined,
      ])
    // What a package says of who pays for it is a page, and nothing is fetched from there.
    const withoutFunding = JSON.stringify(packages, (key, value) => (key === 'funding' ? undefined : value))
    expect(withoutFunding).not.toMatch(/[a-z]:\/\/|git@|localhost|\b(?:\d{1,3}\.){3}\d{1,3}:\d/)
  })

  it('carries no path of a machine', () => {
    expect(Object.keys(brought).filter((path) => !path.startsWith('node_modules/'))).toEqual([])
    expect(LOCK).not.toMatch(/file:|\/(?:home|root|tmp|Users|work|opt|var)\/|[A-Z]:\\\\/)
  })

  it('is in step with what the project asks for', () => {
    const { devDependencies, workspaces } = JSON.parse(text('package.json'))
    expect(project).toMatchObject({ devDependencies, workspaces })
    for (const [path, locked] of own) {
      const {
        name,
        version,
        dependencies = {},
        optionalDependencies = {},
        devDependencies = {},
      } = JSON.parse(text(`${path}/package.json`))
      expect({ name: path.replace('packages/', '@sluice/'), ...locked }).toMatchObject({
        ...{ name, version },
        ...(Object.keys(dependencies).length > 0 && { dependencies }),
        ...(Object.keys(optionalDependencies).length > 0 && { optionalDependencies }),
        ...(Object.keys(devDependencies).length > 0 && { devDependencies }),
      })
    }
  })

  it('and all packages of the code base have one version, and need each other at it', () => {
    const manifests = own.map(([path]) => JSON.parse(text(`${path}/package.json`)))
    const [{ version }] = manifests
    const needed = manifests.flatMap(({ dependencies, optionalDependencies, devDependencies }) =>
      Object.entries({ ...dependencies, ...optionalDependencies, ...devDependencies }).filter(([name]) =>
        OWN_LINK.test(`node_modules/${name}`),
      ),
    )
    expect(manifests.filter((each) => each.version !== version)).toEqual([])
    expect(needed.filter(([, wanted]) => wanted !== version)).toEqual([])
  })

  it.each([
    'darwin-arm64',
    'darwin-x64',
    'linux-arm64-gnu',
    'linux-arm64-musl',
    'linux-x64-gnu',
    'linux-x64-musl',
  ])('has what builds the pages on %s, too, for those who have that', (platform) => {
    const name = `node_modules/@rolldown/binding-${platform}`
    expect(brought[name]).toMatchObject({ optional: true, integrity: expect.any(String) })
  })

  it('has for every platform what is needed to run', () => {
    const needed = Object.entries(brought).filter(([, { dev }]) => dev !== true)
    for (const [path, { optionalDependencies = {} }] of needed)
      for (const name of Object.keys(optionalDependencies))
        expect([path, Object.keys(brought)]).toEqual([
          path,
          expect.arrayContaining([expect.stringMatching(new RegExp(`(^|/)node_modules/${name}$`))]),
        ])
  })
})

describe('the image', () => {
  it('brings the locked packages', () => {
    expect(text('.dockerignore').split('\n')).toContain('!package-lock.json')
    expect(text('Dockerfile')).toMatch(/^COPY package\.json package-lock\.json .*\.npmrc .*\.\/$/m)
    expect(text('Dockerfile')).not.toMatch(/no-package-lock|npm ci/)
  })

  const stages = text('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
    .map((stage) =>
      [...stage.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, paths = '']) => paths.split(' ')),
    )

  it('is given each path that it copies', () => {
    expect(stages).toHaveLength(3)
    const allowed = text('.dockerignore').split('\n')
    expect(stages.flat().filter((path) => !allowed.includes(`!${path}`))).toEqual([])
  })

  it('has every file that the packages and what makes them import', () => {
    const [building = []] = stages
    const isCopied = (path: string) => building.some((each) => path === each || path.startsWith(`${each}/`))
    const missing = ['packages', 'tools']
      .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: ROOT }))
      .filter((path) => !/\.(test|fixture)\.ts$|\.d\.ts$|node_modules|\/dist\//.test(path))
      .flatMap((path) =>
        [...text(path).matchAll(/^(?:import|export) (?!type )[^'"]*?from '(\.[^']+)'/gm)].map(
          ([, from = '']) => join(dirname(path), from),
        ),
      )
      .filter((imported) => !isCopied(imported))
    expect(missing).toEqual([])
  })

  it('has the guides that it serves', () => {
    expect(stages[0]).toContain('docs/merchants')
  })
})

it('npm writes no address into it, whoever writes it', () => {
  expect(text('.npmrc').split('\n')).toContain('omit-lockfile-registry-resolved=true')
  expect(text('.npmrc')).not.toMatch(/^package-lock=false/m)
})
