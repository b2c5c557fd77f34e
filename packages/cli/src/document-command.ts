/** `get` for documents: prints the JSON, or writes a file in one of the formats. */
import { Option } from 'commander'
import type { OperationName } from './admin-operations.ts'
import { asOperator } from './client.ts'
import { merchantCodeOf, type SluiceCommand } from './context.ts'
import { writeNewFile } from './files.ts'
import { OF_MERCHANT } from './operator-command.ts'
import { pathWith } from './pages.ts'

interface GetOptions {
  readonly merchant?: string
  readonly format: string
  readonly to?: string
}

export interface DocumentNoun {
  readonly sends: OperationName
  /** The path of the noun, such as `statements`, below which documents are read by merchant and ID. */
  readonly below: string
  /** The beginning of a file's name, such as `statement`, before its ID. */
  readonly file: string
  readonly example: string
  /** The first is the default, and is printed. */
  readonly formats: readonly ['json', ...string[]]
  /** For formats that are not the file's extension. */
  readonly endings?: Readonly<Record<string, string>>
}

export function addDocument(noun: SluiceCommand, document: DocumentNoun): void {
  const { sends, below, file: name, example, formats, endings = {} } = document
  noun
    .command('get')
    .description('download one as a file, or print it as JSON')
    .argument('<id>', `its id, such as ${example}`)
    .option(...OF_MERCHANT)
    .addOption(new Option('--format <format>', 'of the file').choices(formats).default('json'))
    .option('--to <file>', 'the file to write; existing files are not overwritten')
    .sends(sends)
    .action(async (id: string, { format, to, merchant }: GetOptions, { context }: SluiceCommand) => {
      const code = encodeURIComponent(
        merchantCodeOf(context, { ...(merchant !== undefined && { merchant }) }),
      )
      const path = pathWith(`/admin/${below}/${code}/${encodeURIComponent(id)}`, { format })
      const { bytes, text } = await asOperator(context, { method: 'GET', path })
      if (to === undefined && format === 'json') return context.print(text)
      const file = to ?? `${name}-${id}.${endings[format] ?? format}`
      writeNewFile(context, file, bytes)
      context.note(`written: ${file} (${bytes.length} bytes)`)
    })
}
