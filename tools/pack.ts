/**
 * `npm run pack`: the packages as they are published, in `dist/packages/`: a folder and an archive for each.
 *
 * In the code base a package is its TypeScript, which Node runs as it is. A published one is JavaScript with declarations, because Node
 * reads no TypeScript in `node_modules`; the applications are their built pages alone. Everything has the version of the code base.
 * Run `npm run check` and `npm run build` first: declarations of other packages and the built pages are read from disk.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from './docs.ts'

interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports: Readonly<Record<string, string>>
}

const PACKAGES = join(ROOT, 'packages')
const OUT = join(ROOT, 'dist/packages')

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(PACKAGES, folder, 'package.json'), 'utf8'))

/** The folders of what is published. */
export const PUBLISHED: readonly string[] = readdirSync(PACKAGES).filter(
  (folder) => !manifestOf(folder).private,
)

/** Beside the program: by folder, what is copied from where. */
const ALSO: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cli: { bin: 'packages/cli/bin', 'dist/admin-operations.json': 'packages/cli/dist/admin-operations.json' },
  gateway: { guides: 'docs/merchants' },
  client: { 'README.md': 'packages/client/README.md' },
}

/** A target in `src/` is published as JavaScript with its declarations, `./src/*` as every file there. */
function publishedExports(exports: Manifest['exports']): object {
  const entries = Object.entries(exports).flatMap(([name, target]): [string, unknown][] => {
    if (target === './src/*')
      return [
        ['./*.ts', { types: './dist/*.d.ts', default: './dist/*.js' }],
        ['./*.json', './dist/*.json'],
      ]
    const built = target.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [[name, target.endsWith('.ts') ? { types: `${built}.d.ts`, default: `${built}.js` } : target]]
  })
  return Object.fromEntries(entries)
}

function writeManifest(folder: string, out: string, isBuilt: boolean): void {
  const {
    devDependencies: _,
    scripts: __,
    files: ___,
    ...manifest
  } = JSON.parse(readFileSync(join(PACKAGES, folder, 'package.json'), 'utf8'))
  const exports = isBuilt ? { './package.json': './package.json' } : publishedExports(manifest.exports)
  const published = { ...manifest, exports, ...(!isBuilt && { sideEffects: false }) }
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(published, null, 2)}\n`)
}

/** A thread and a child process are named by their files, which the compiler leaves as they are. */
const withBuiltFiles = (code: string): string =>
  code.replaceAll(/(new URL\('\.[^']*)\.ts('\s*,\s*import\.meta\.url\))/g, '$1.js$2')

function compile(folder: string, out: string): void {
  const source = join(PACKAGES, folder)
  const build = join(source, 'tsconfig.build.json')
  const own = existsSync(build)
  const config = join(out, 'tsconfig.json')
  const { exclude, include, references } = JSON.parse(readFileSync(join(source, 'tsconfig.json'), 'utf8'))
  const fromSource = (paths: readonly string[]) => paths.map((path) => join(source, path))
  writeFileSync(
    config,
    JSON.stringify({
      extends: own ? build : join(ROOT, 'tsconfig.json'),
      compilerOptions: {
        ...{
          noEmit: false,
          noCheck: true,
          incremental: false,
          declaration: true,
          rewriteRelativeImportExtensions: true,
        },
        ...{ rootDir: join(source, 'src'), outDir: join(out, 'dist') },
        ...(!own && { tsBuildInfoFile: null, typeRoots: [join(ROOT, 'node_modules/@types')] }),
      },
      ...(own ? {} : { include: fromSource(include), exclude: fromSource(exclude) }),
      references: references.map(({ path }: { path: string }) => ({ path: join(source, path) })),
    }),
  )
  execFileSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', config], { stdio: 'inherit' })
  rmSync(config)
  for (const path of globSync('dist/**/*.js', { cwd: out })) {
    const file = join(out, path)
    const code = readFileSync(file, 'utf8')
    const built = withBuiltFiles(code)
    if (built !== code) writeFileSync(file, built)
  }
}

function copyTo(target: string, from: string): void {
  mkdirSync(dirname(target), { recursive: true })
  cpSync(from, target, { recursive: true })
}

/** Writes one package as it is published. @param out its folder: what is there goes */
export function packFolder(folder: string, out = join(OUT, folder)): void {
  const source = join(PACKAGES, folder)
  const isBuilt = existsSync(join(source, 'vite.config.ts'))
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  if (isBuilt) {
    if (!existsSync(join(source, 'dist/index.html')))
      throw new Error(`${folder} is not built: run npm run build`)
    copyTo(join(out, 'dist'), join(source, 'dist'))
  } else {
    compile(folder, out)
    for (const path of globSync('**/*.{sql,json}', { cwd: join(source, 'src'), exclude: ['**/samples/**'] }))
      copyTo(join(out, 'dist', path), join(source, 'src', path))
  }
  for (const [target, from] of Object.entries(ALSO[folder] ?? {})) copyTo(join(out, target), join(ROOT, from))
  copyTo(join(out, 'LICENSE'), join(ROOT, 'LICENSE'))
  writeManifest(folder, out, isBuilt)
}

if (import.meta.main) {
  for (const folder of PUBLISHED) {
    packFolder(folder)
    execFileSync('npm', ['pack', '--silent', '--pack-destination', OUT], {
      cwd: join(OUT, folder),
      stdio: 'inherit',
    })
  }
}
