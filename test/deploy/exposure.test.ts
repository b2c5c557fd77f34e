/** What the example files let strangers reach, and whose word they believe. */
import { readdirSync, readFileSync } from 'node:fs'
import { ADMIN, type AdminGateway, adminGateway } from '@sluice/gateway/admin/admin.fixture.ts'
import { SecondListener } from '@sluice/gateway/http/second-listener.ts'
import { firstLink } from '@sluice/gateway/identity/people/first-link.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/api.fixture.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
/** Without comments. */
const settled = (file: string) => read(file).replaceAll(/^\s*#.*$/gm, '')

const KUBERNETES = readdirSync(new URL('../../deploy/kubernetes', import.meta.url)).map(
  (name) => `deploy/kubernetes/${name}`,
)
const FILES = ['Dockerfile', 'compose.yaml', 'deploy/prometheus.yaml', ...KUBERNETES]
const WORKLOADS = ['deploy/kubernetes/api.yaml', 'deploy/kubernetes/worker.yaml']

const api = useApi()
const NOT_PUBLIC = new Set(['admin', 'console', 'metrics', 'health', 'sign-in'])

describe('the ingress', () => {
  const published = [...settled('deploy/kubernetes/ingress.yaml').matchAll(/path: \/(\S+)/g)].map(
    ([, path]) => path,
  )

  it('passes on every path that is for merchants and payers, and no other', () => {
    const tree = api().gateway.app.server.printRoutes({ commonPrefix: false })
    const served = new Set([...tree.matchAll(/^[├└]── \/([^/\s]+)/gm)].map(([, first = '']) => first))
    // Of the built pages; here they are not built.
    served.add('checkout')
    expect([...new Set(published)].sort()).toEqual([...served].filter((path) => !NOT_PUBLIC.has(path)).sort())
  })

  it('takes no path that would cover /admin or /metrics', () => {
    expect(published.filter((path) => NOT_PUBLIC.has(path ?? '') || path === '/')).toEqual([])
  })
})

describe('a listener of its own for operators', () => {
  /** The beginnings of what is for operators alone, with a path of each that there is. */
  const OFFICE = [
    '/admin/merchants',
    '/admin/openapi.json',
    '/console',
    '/console/cases',
    '/sign-in/ways',
    '/metrics',
  ]
  const listener = new SecondListener()
  let apart: AdminGateway
  let address = ''
  beforeAll(async () => {
    apart = await adminGateway({
      started: false,
      settings: { operatorAddress: { listener, url: () => 'http://localhost:8081' } },
    })
    await apart.app.server.ready()
    const port = await listener.listen(apart.app.server, { host: '127.0.0.1', port: 0 })
    address = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    await listener.close(apart.deps.timers, 1_000)
    await apart.close()
  })
  const authorization = `Bearer ${ADMIN}`

  it('leaves nothing of theirs on the public one, as if it were not there, whatever is shown', async () => {
    const nothing = await apart.request('GET', '/nothing/here', { headers: { 'x-api-version': '2' } })
    for (const path of OFFICE) {
      const { status, body } = await apart.request('GET', path, { headers: { authorization } })
      expect([path, status, body.code, body.detail]).toEqual([path, 404, 'NOT_FOUND', nothing.body.detail])
    }
    for (const path of ['/admin/operators', '/sign-in/passkey/options', '/sign-in/oidc'])
      expect([path, (await apart.request('POST', path, { body: {}, token: ADMIN })).status]).toEqual([
        path,
        404,
      ])
    // By whatever spelling, and whatever a proxy or a stranger says in headers.
    for (const path of [
      '/%61dmin/merchants',
      '/sign%2din/ways',
      '/admin/merchants?x=/console',
      '/metrics?x=',
      '/%6detrics',
    ])
      expect(
        (await apart.request('GET', path, { headers: { authorization, host: 'localhost:8081' } })).status,
      ).toBe(404)
    expect((await apart.request('GET', '/health/live')).status).toBe(200)
  })

  it('serves them, and links lead there', async () => {
    const answers = await Promise.all(
      OFFICE.filter((path) => !path.startsWith('/console')).map((path) =>
        fetch(address + path, { headers: { authorization } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await firstLink(apart.app.people)).toMatch(/^http:\/\/localhost:8081\/console\/sign-in#/)
  })
})

describe('the files for Kubernetes', () => {
  it.each(FILES)('%s believes no whole range of private addresses', (file) => {
    expect(settled(file)).not.toMatch(/uniquelocal|linklocal|TRUST_PROXY: "?(?:10\.|172\.16|192\.168)/)
  })

  it('let nothing in or out that a policy does not name', () => {
    const [first] = settled('deploy/kubernetes/network.yaml').split(/^---$/m)
    expect(first).toMatch(/podSelector: \{\}\s+policyTypes: \[Ingress, Egress\]\s*$/)
    expect(read('deploy/kubernetes/kustomization.yaml')).toMatch(/- network\.yaml/)
  })

  it('let requests in from the ingress, and to workers from nobody but who watches', () => {
    const policies = settled('deploy/kubernetes/network.yaml')
      .split(/^---$/m)
      .filter((policy) => /^ {2}ingress:/m.test(policy))
    const sources = policies.map((policy) => ({
      of: /^ {2}name: (\S+)/m.exec(policy)?.[1],
      to: /component: api/.test(policy.split('ingress:')[0] ?? '') ? 'api' : 'all',
      from: [...policy.matchAll(/metadata\.name: (\S+)/g)].map(([, name]) => name),
      pods: (policy.match(/podSelector:/g) ?? []).length,
    }))
    expect(sources).toEqual([
      { of: 'sluice-requests', to: 'api', from: ['ingress-nginx'], pods: 2 },
      { of: 'sluice-metrics', to: 'all', from: ['monitoring'], pods: 2 },
    ])
  })

  it('keep the gateway off the metadata of the cloud, and off the network around it', () => {
    const policy = settled('deploy/kubernetes/network.yaml')
    for (const network of ['169.254.0.0/16', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'])
      expect(policy).toContain(`              - ${network}`)
  })

  it('give the operator’s token to no pod that operators do not come to', () => {
    expect(settled('deploy/kubernetes/worker.yaml')).not.toContain('SLUICE_ADMIN_TOKEN')
    expect(settled('deploy/kubernetes/api.yaml')).toContain('SLUICE_ADMIN_TOKEN')
  })

  it.each(WORKLOADS)('%s runs without rights, on a file system that it cannot change', (file) => {
    for (const line of [
      'runAsNonRoot: true',
      'readOnlyRootFilesystem: true',
      'allowPrivilegeEscalation: false',
      'drop: [ALL]',
      'type: RuntimeDefault',
      'automountServiceAccountToken: false',
    ])
      expect(settled(file)).toContain(line)
  })
})

describe('the image', () => {
  it('runs as an account without rights, whose folder it is', () => {
    const lines = settled('Dockerfile')
    expect(lines).toMatch(/^USER 65532:65532$/m)
    expect(lines).toMatch(/^COPY --from=installed --chown=65532:65532 --chmod=0700 \/data \/data$/m)
  })
})

describe('compose.yaml', () => {
  const services = settled('compose.yaml')

  it('opens ports to this machine alone', () => {
    const ports = [...services.matchAll(/ports: \[(.*)\]/g)].map(([, port = '']) => port)
    expect(ports).toHaveLength(4)
    expect(ports.filter((port) => !port.startsWith('"127.0.0.1:'))).toEqual([])
  })

  it('lets nobody but the nodes reach the databases', () => {
    expect(services).toMatch(/^ {2}data:\n {4}internal: true$/m)
    const [, prometheus = '', grafana = ''] = services.split(/^ {2}(?:prometheus|grafana):$/m)
    for (const watcher of [prometheus, grafana]) expect(watcher).toMatch(/networks: \[watched\]/)
  })

  it('drops every right that a container does not need', () => {
    expect(services.match(/no-new-privileges:true/g)).toHaveLength(5)
    expect(services.match(/cap_drop: \[ALL\]/g)).toHaveLength(4)
    expect(services.match(/read_only: true/g)).toHaveLength(3)
  })

  it('shows the dashboard to nobody without the password', () => {
    expect(services).toMatch(/GF_AUTH_ANONYMOUS_ENABLED: "false"/)
    expect(services).toMatch(/GF_SECURITY_ADMIN_PASSWORD: \$\{GRAFANA_PASSWORD:\?/)
  })
})

describe('the example of a reverse proxy', () => {
  const [, example = ''] = /```nginx\n([\s\S]*?)```/.exec(read('docs/operators/running.md')) ?? []
  const locations = [...example.matchAll(/location [^{]*\{([^}]*)\}/g)].map(([, inside = '']) => inside)
  const forAll = example.replaceAll(/location [^{]*\{[^}]*\}/g, '')

  it('tells the caller’s address as it sees it, whatever the caller wrote', () => {
    expect(forAll).toMatch(/^\s*proxy_set_header X-Forwarded-For \$remote_addr;$/m)
  })

  it('does so at every location: none has headers of its own, which would take the place of all', () => {
    expect(locations.length).toBeGreaterThanOrEqual(3)
    expect(locations.filter((inside) => inside.includes('proxy_set_header'))).toEqual([])
  })

  it('keeps strangers off /admin, /console, /sign-in and /metrics', () => {
    for (const path of ['/admin', '/console', '/sign-in'])
      expect(example).toContain(`location ${path} { allow 10.0.0.0/8; deny all;`)
    expect(example).toMatch(/location = \/metrics \{ deny all; \}/)
  })
})
