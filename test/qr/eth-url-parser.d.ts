/** The package ships no types. */
declare module 'eth-url-parser' {
  interface EthereumUrl {
    readonly scheme: 'ethereum'
    readonly target_address: string
    readonly chain_id?: string
    readonly function_name?: string
    readonly parameters?: Readonly<Record<string, string>>
  }
  export function parse(uri: string): EthereumUrl
}
