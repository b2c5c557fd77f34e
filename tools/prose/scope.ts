/**
 * Which prose `npm run lint` reads. A part that is `held` must be clean; of the others only the number of finds is printed
 * (`npm run lint:prose -- --all` lists them). To hold one more part to the words, set `held` to true.
 */

/** Markdown as it is, the comments of a source, or its texts in quotes that are a phrase. */
export type Reads = 'markdown' | 'comments' | 'texts'

export interface Part {
  readonly name: string
  readonly reads: Reads
  /** As `fs.glob` takes them, from the root. */
  readonly files: readonly string[]
  readonly except?: readonly string[]
  readonly held: boolean
}

const TESTS = ['**/*.test.ts', '**/*.fixture.ts']

export const PARTS: readonly Part[] = [
  { name: 'README and its neighbours', reads: 'markdown', files: ['*.md'], held: true },
  {
    name: "contributors' documents",
    reads: 'markdown',
    files: ['docs/*.md', 'docs/contributing/*.md', 'docs/decisions/*.md'],
    except: ['docs/contributing/method.md', 'docs/contributing/provider.md'],
    held: true,
  },
  {
    name: 'adding methods and providers',
    reads: 'markdown',
    files: ['docs/contributing/method.md', 'docs/contributing/provider.md'],
    held: true,
  },
  { name: 'reference', reads: 'markdown', files: ['docs/reference/*.md'], held: true },
  { name: "operators' guides", reads: 'markdown', files: ['docs/operators/**/*.md'], held: true },
  { name: "merchants' guides", reads: 'markdown', files: ['docs/merchants/**/*.md'], held: true },
  {
    name: 'texts of the dashboard, the checkout and the kit',
    reads: 'texts',
    files: ['packages/*/src/messages/en.ts', 'packages/ui-kit/src/texts.ts'],
    held: true,
  },
  {
    name: 'texts of the console',
    reads: 'texts',
    files: ['packages/console/src/**/*.{ts,tsx}'],
    except: TESTS,
    held: true,
  },
  {
    name: 'texts of the command',
    reads: 'texts',
    files: ['packages/cli/src/**/*.ts'],
    except: TESTS,
    held: true,
  },
  {
    name: 'texts of problems',
    reads: 'texts',
    files: ['packages/gateway/src/api-docs/*.ts'],
    except: TESTS,
    held: true,
  },
  {
    name: 'comments',
    reads: 'comments',
    files: ['packages/*/src/**/*.{ts,tsx}'],
    except: [...TESTS, 'packages/client/src/generated.ts'],
    held: true,
  },
  {
    name: 'comments of the tools',
    reads: 'comments',
    files: ['tools/**/*.ts', 'bench/**/*.ts'],
    except: TESTS,
    held: true,
  },
]
