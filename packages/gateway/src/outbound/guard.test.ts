import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressPolicy, checkCallbackUrl, isNetwork } from './guard.ts'

const strict = addressPolicy({ allow: [], loopback: false })
const loopback = addressPolicy({ allow: [], loopback: true })

describe('an address that a callback may lead to', () => {
  it.each([
    ['93.184.216.34'],
    ['8.8.8.8'],
    ['1.1.1.1'],
    ['172.15.255.255'],
    ['172.32.0.0'],
    ['100.63.255.255'],
    ['100.128.0.0'],
    ['168.63.129.17'],
    ['198.17.255.255'],
    ['198.20.0.0'],
    ['223.255.255.255'],
    ['2606:2800:220:1:248:1893:25c8:1946'],
    ['2a00:1450:4001:81b::200e'],
    ['2001:4860:4860::8888'],
  ])('is public: %s', (address) => {
    expect(strict.refuses(address)).toBeUndefined()
  })
})

describe('an address that no callback may lead to', () => {
  it.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['::1', 'loopback'],
    ['0.0.0.0', 'this host'],
    ['0.1.2.3', 'this host'],
    ['::', 'this host'],
    ['10.0.0.1', 'private'],
    ['10.255.255.255', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'carrier-grade'],
    ['100.127.255.255', 'carrier-grade'],
    ['169.254.169.254', 'metadata'],
    ['169.254.170.2', 'metadata'],
    ['169.254.1.1', 'link-local'],
    ['100.100.100.200', 'metadata'],
    ['168.63.129.16', 'metadata'],
    ['192.0.0.192', 'metadata'],
    ['192.0.0.8', 'IETF'],
    ['192.0.2.1', 'documentation'],
    ['198.51.100.7', 'documentation'],
    ['203.0.113.9', 'documentation'],
    ['192.88.99.1', '6to4 relay'],
    ['192.31.196.1', 'AS112'],
    ['192.52.193.1', 'AMT'],
    ['192.175.48.1', 'AS112'],
    ['198.18.0.1', 'benchmarking'],
    ['198.19.255.255', 'benchmarking'],
    ['224.0.0.1', 'multicast'],
    ['239.255.255.250', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['::ffff:127.0.0.1', 'IPv4-mapped'],
    ['::ffff:8.8.8.8', 'IPv4-mapped'],
    ['::ffff:a9fe:a9fe', 'IPv4-mapped'],
    ['0:0:0:0:0:ffff:7f00:1', 'IPv4-mapped'],
    ['::127.0.0.1', 'IPv4-'],
    ['::7f00:1', 'IPv4-compatible'],
    ['::ffff:0:127.0.0.1', 'IPv4-translated'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b::8.8.8.8', 'NAT64'],
    ['64:ff9b:1::a00:1', 'NAT64'],
    ['2002:7f00:1::', '6to4'],
    ['2002:808:808::1', '6to4'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo'],
    ['2001:2::1', 'benchmarking'],
    ['2001:db8::1', 'documentation'],
    ['2001:10::1', 'IETF'],
    ['3fff::1', 'documentation'],
    ['3ffe::1', '6bone'],
    ['2620:4f:8000::1', 'AS112'],
    ['100::1', 'discard'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'private'],
    ['fd12:3456::1', 'private'],
    ['fd00:ec2::254', 'metadata'],
    ['fd20:ce::254', 'metadata'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['fe80::a9fe:a9fe', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['4000::1', 'outside'],
    ['2a00:1450::5efe:10.0.0.1', 'private'],
    ['2a00:1450::200:5efe:169.254.169.254', 'metadata'],
    ['0177.0.0.1', 'not an IP'],
    ['2130706433', 'not an IP'],
    ['example.com', 'not an IP'],
    ['', 'not an IP'],
  ])('is %s: %s', (address, reason) => {
    expect(strict.refuses(address)).toContain(reason)
  })

  it('never is let through for being wrapped in IPv6', () => {
    const octet = fc.nat(255)
    fc.assert(
      fc.property(octet, octet, octet, octet, (a, b, c, d) => {
        const high = ((a << 8) | b).toString(16)
        const low = ((c << 8) | d).toString(16)
        for (const wrapper of [
          `::ffff:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `2002:${high}:${low}::1`,
        ]) {
          expect(strict.refuses(wrapper)).toBeDefined()
        }
      }),
    )
  })
})

describe('what the operator may open', () => {
  it('is the loopback, for test merchants', () => {
    expect(loopback.refuses('127.0.0.1')).toBeUndefined()
    expect(loopback.refuses('::1')).toBeUndefined()
    expect(loopback.refuses('::ffff:127.0.0.1')).toBeDefined()
    expect(loopback.refuses('10.0.0.1')).toBeDefined()
    expect(loopback.refuses('0.0.0.0')).toBeDefined()
  })

  it('is a named network, and nothing beside it', () => {
    const policy = addressPolicy({ allow: ['10.1.0.0/16', 'fd12::/48', '192.168.7.7'], loopback: false })
    expect(policy.refuses('10.1.255.1')).toBeUndefined()
    expect(policy.refuses('fd12::9')).toBeUndefined()
    expect(policy.refuses('192.168.7.7')).toBeUndefined()
    expect(policy.refuses('10.2.0.1')).toBeDefined()
    expect(policy.refuses('192.168.7.8')).toBeDefined()
    expect(policy.refuses('127.0.0.1')).toBeDefined()
  })

  it.each([
    ['169.254.169.254'],
    ['168.63.129.16'],
    ['100.100.100.200'],
    ['fd00:ec2::254'],
    ['fe80::a9fe:a9fe'],
    ['::ffff:169.254.169.254'],
    ['64:ff9b::a9fe:a9fe'],
    ['64:ff9b:1:a9fe:a9:fe00::'],
    ['2002:a9fe:a9fe::1'],
  ])('is never a metadata address, not even by opening everything: %s', (address) => {
    const policy = addressPolicy({ allow: ['0.0.0.0/0', '::/0'], loopback: true })
    expect(policy.refuses(address)).toContain('metadata')
  })

  it('is NAT64 for a host without IPv4, and then the address inside is judged', () => {
    const policy = addressPolicy({ allow: ['64:ff9b::/96'], loopback: false })
    expect(policy.refuses('64:ff9b::8.8.8.8')).toBeUndefined()
    expect(policy.refuses('64:ff9b::10.0.0.1')).toContain('private')
  })

  it('is written in CIDR notation', () => {
    for (const good of ['10.0.0.0/8', '10.1.2.3', '::/0', 'fd00::/8']) expect(isNetwork(good)).toBe(true)
    for (const bad of [
      '10.0.0.0/33',
      '10/8',
      '010.0.0.0/8',
      'fd00::/129',
      'a/8',
      '',
      '10.0.0.0/8/8',
      '10.0.0.0/',
    ]) {
      expect(isNetwork(bad)).toBe(false)
    }
  })
})

describe('a callback URL', () => {
  const live = { live: true, policy: strict }
  const test = { live: false, policy: loopback }

  it.each([
    ['https://shop.example/hook'],
    ['https://shop.example:8443/hook?token=abc#part'],
    ['https://SHOP.example./'],
    ['https://8.8.8.8/hook'],
    ['https://134744072/'],
    ['https://[2606:4700:4700::1111]/'],
    ['https://bücher.example/'],
    ['https://127.0.0.1.nip.io/hook'],
  ])('of a live merchant may be %s', (url) => {
    expect(checkCallbackUrl(url, live).ok).toBe(true)
  })

  it.each([
    ['http://shop.example/', 'SCHEME_REFUSED'],
    ['ftp://shop.example/', 'SCHEME_REFUSED'],
    ['javascript:alert(1)', 'SCHEME_REFUSED'],
    ['file:///etc/passwd', 'SCHEME_REFUSED'],
    ['gopher://shop.example/', 'SCHEME_REFUSED'],
    ['shop.example/hook', 'NOT_A_URL'],
    ['', 'NOT_A_URL'],
    ['https://', 'NOT_A_URL'],
    ['//shop.example/', 'NOT_A_URL'],
    ['https://shop.example/a b', 'NOT_A_URL'],
    ['https://shop\n.example/', 'NOT_A_URL'],
    ['https:\\\\shop.example\\', 'NOT_A_URL'],
    ['https://shop.example\\@127.0.0.1/', 'NOT_A_URL'],
    ['https://256.256.256.256/', 'NOT_A_URL'],
    ['https://shop.example:99999/', 'NOT_A_URL'],
    ['https://user:secret@shop.example/', 'CREDENTIALS'],
    ['https://shop.example@127.0.0.1/', 'CREDENTIALS'],
    [`https://shop.example/${'a'.repeat(2048)}`, 'TOO_LONG'],
    ['https://127.0.0.1/', 'HOST_REFUSED'],
    ['https://127.1/', 'HOST_REFUSED'],
    ['https://127.0.1/', 'HOST_REFUSED'],
    ['https://2130706433/', 'HOST_REFUSED'],
    ['https://0x7f000001/', 'HOST_REFUSED'],
    ['https://0x7f.1/', 'HOST_REFUSED'],
    ['https://0x7F.0x0.0x0.0x1/', 'HOST_REFUSED'],
    ['https://0177.0.0.1/', 'HOST_REFUSED'],
    ['https://017700000001/', 'HOST_REFUSED'],
    ['https://0177.0x0.1/', 'HOST_REFUSED'],
    ['https://127.0.0.1./', 'HOST_REFUSED'],
    ['https://%31%32%37.0.0.1/', 'HOST_REFUSED'],
    ['https://①②⑦.⓪.⓪.①/', 'HOST_REFUSED'],
    ['https://１２７.０.０.１/', 'HOST_REFUSED'],
    ['https://127。0。0。1/', 'HOST_REFUSED'],
    ['https:127.0.0.1/', 'HOST_REFUSED'],
    ['https:/127.0.0.1/', 'HOST_REFUSED'],
    ['https:////127.0.0.1/', 'HOST_REFUSED'],
    ['https://0/', 'HOST_REFUSED'],
    ['https://0.0.0.0:22/', 'HOST_REFUSED'],
    ['https://10.1/', 'HOST_REFUSED'],
    ['https://192.168.257/', 'HOST_REFUSED'],
    ['https://169.254.169.254/latest/meta-data/', 'HOST_REFUSED'],
    ['https://2852039166/', 'HOST_REFUSED'],
    ['https://0xa9fea9fe/', 'HOST_REFUSED'],
    ['https://0251.0376.0251.0376/', 'HOST_REFUSED'],
    ['https://[::1]/', 'HOST_REFUSED'],
    ['https://[0:0:0:0:0:0:0:1]/', 'HOST_REFUSED'],
    ['https://[::]/', 'HOST_REFUSED'],
    ['https://[::ffff:127.0.0.1]/', 'HOST_REFUSED'],
    ['https://[::ffff:7f00:1]/', 'HOST_REFUSED'],
    ['https://[::ffff:0:127.0.0.1]/', 'HOST_REFUSED'],
    ['https://[::127.0.0.1]/', 'HOST_REFUSED'],
    ['https://[64:ff9b::127.0.0.1]/', 'HOST_REFUSED'],
    ['https://[64:FF9B::A9FE:A9FE]/', 'HOST_REFUSED'],
    ['https://[2002:7f00:1::]/', 'HOST_REFUSED'],
    ['https://[fe80::1]/', 'HOST_REFUSED'],
    ['https://[fd00:ec2::254]/', 'HOST_REFUSED'],
    ['https://[fec0::1]/', 'HOST_REFUSED'],
    ['https://localhost/', 'HOST_REFUSED'],
    ['https://LOCALHOST/', 'HOST_REFUSED'],
    ['https://localhost./', 'HOST_REFUSED'],
    ['https://any.localhost/', 'HOST_REFUSED'],
    ['https://ⓛocalhost/', 'HOST_REFUSED'],
    ['https://[fe80::1%25eth0]/', 'NOT_A_URL'],
  ])('of a live merchant may not be %s: %s', (url, code) => {
    expect(checkCallbackUrl(url, live)).toMatchObject({ ok: false, failure: { code } })
  })

  it.each([
    ['http://shop.example/'],
    ['http://127.0.0.1:3000/hook'],
    ['http://localhost:3000/hook'],
    ['http://[::1]:3000/hook'],
    ['http://2130706433:3000/'],
  ])('of a test merchant may be %s, while the server listens on the loopback only', (url) => {
    expect(checkCallbackUrl(url, test).ok).toBe(true)
  })

  it.each([['http://10.0.0.1/'], ['http://169.254.169.254/'], ['ftp://shop.example/'], ['http://0.0.0.0/']])(
    'of a test merchant may not be %s',
    (url) => {
      expect(checkCallbackUrl(url, test).ok).toBe(false)
    },
  )

  it('is not repeated in a fault', () => {
    const refused = checkCallbackUrl('http://shop.example/?token=verysecret', live)
    expect(JSON.stringify(refused)).not.toContain('verysecret')
  })
})
