import { describe, expect, it } from 'vitest'
import { type Resolvers, resolveWith, systemResolve } from './resolve.ts'

const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
const IN_HOSTS_FILE = [{ address: '10.0.0.9', family: 4 }]

/** A resolver whose parts are given, and the names that the system was asked for. */
function resolver(parts: Partial<Resolvers>) {
  const requested: string[] = []
  const resolve = resolveWith({
    resolve4: failing('ENOTFOUND'),
    resolve6: failing('ENODATA'),
    system: async (hostname) => {
      requested.push(hostname)
      return IN_HOSTS_FILE
    },
    ...parts,
  })
  return { resolve, requested }
}

describe('a name', () => {
  it('is asked of DNS, for both families, without the system', async () => {
    const { resolve, requested } = resolver({
      resolve4: async () => ['8.8.8.8'],
      resolve6: async () => ['2001:4860:4860::8888'],
    })
    expect(await resolve('shop.example')).toEqual([
      { address: '8.8.8.8', family: 4 },
      { address: '2001:4860:4860::8888', family: 6 },
    ])
    expect(requested).toEqual([])
  })

  it('is known by one family alone, though the other is silent', async () => {
    const { resolve } = resolver({ resolve4: async () => ['8.8.8.8'], resolve6: failing('ETIMEOUT') })
    expect(await resolve('shop.example')).toEqual([{ address: '8.8.8.8', family: 4 }])
  })

  it('that DNS does not know is asked of the system', async () => {
    const { resolve, requested } = resolver({})
    expect(await resolve('shop.internal')).toEqual(IN_HOSTS_FILE)
    expect(requested).toEqual(['shop.internal'])
  })

  it.each([['ETIMEOUT'], ['ESERVFAIL']])(
    'whose name servers are silent never takes a thread: %s',
    async (code) => {
      const { resolve, requested } = resolver({ resolve4: failing(code), resolve6: failing(code) })
      await expect(resolve('dead.example')).rejects.toMatchObject({ code })
      expect(requested).toEqual([])
    },
  )

  it('localhost is this machine, whatever DNS says', async () => {
    const { resolve, requested } = resolver({ resolve4: async () => ['8.8.8.8'] })
    await resolve('localhost')
    await resolve('shop.localhost')
    expect(requested).toEqual(['localhost', 'shop.localhost'])
    const found = await systemResolve()('localhost')
    expect(found.every((one) => one.address === '127.0.0.1' || one.address === '::1')).toBe(true)
  })
})
