/** One payment link: to send, to print, and the payments made by it. */
import { useSignal } from '@preact/signals'
import { Drawer } from '@sluice/ui-kit/drawer.tsx'
import { Button, Refused, useAction } from '@sluice/ui-kit/form.tsx'
import { LIVE_MS } from '@sluice/ui-kit/operation.ts'
import { AnsweredPage, Page, Pager } from '@sluice/ui-kit/page.tsx'
import { refresh } from '@sluice/ui-kit/query.ts'
import { Copy, Facts, Section } from '@sluice/ui-kit/small.tsx'
import { Answered, Empty } from '@sluice/ui-kit/states.tsx'
import { Table } from '@sluice/ui-kit/table.tsx'
import { say } from '@sluice/ui-kit/texts.ts'
import { Time } from '@sluice/ui-kit/time.tsx'
import { useRoute } from 'preact-iso'
import { renderSVG } from 'uqr'
import { type AnswerOf, ask, asking } from '../api.ts'
import { ByCommand, quoted } from '../by-command.tsx'
import { t } from '../language.ts'
import { may, merchantName } from '../merchant.ts'
import { placeOf, useView } from '../places.ts'
import { Status } from '../texts.tsx'
import { linkAmount, paidText } from './links.tsx'
import { payinColumns } from './payments.tsx'

const useLink = asking('GET /payment-links/{idLink}', LIVE_MS)
const usePayins = asking('GET /payment-links/{idLink}/payins', LIVE_MS)

type Link = AnswerOf<'GET /payment-links/{idLink}'>

export function PaymentLink() {
  const { params } = useRoute()
  const path = { idLink: params.id ?? '' }
  const link = useLink({ path })
  return (
    <AnsweredPage of={link} rows={8} title={path.idLink} above={<a href={placeOf.links()}>{t('links')}</a>}>
      {(found) => (
        <Page
          title={found.title}
          above={<a href={placeOf.links()}>{t('links')}</a>}
          actions={<Actions link={found} />}
        >
          <div class="headline">
            <p class="big">{linkAmount(found)}</p>
            <Status status={found.status} />
          </div>
          <div class="columns">
            <Section title={t('linkIs')}>
              {found.url !== undefined && (
                <div class="command-line">
                  <code>{found.url}</code>
                  <Copy text={found.url} />
                </div>
              )}
              <Facts
                facts={[
                  { name: t('paidOf'), value: paidText(found) },
                  { name: t('openNow'), value: String(found.open) },
                  found.reference === undefined
                    ? undefined
                    : { name: t('linkReference'), value: found.reference },
                  { name: t('created'), value: <Time at={found.createdAt} /> },
                  found.expireAt === undefined
                    ? undefined
                    : { name: t('expires'), value: <Time at={found.expireAt} /> },
                  found.closedAt === undefined
                    ? undefined
                    : { name: t('CLOSED'), value: <Time at={found.closedAt} /> },
                ]}
              />
            </Section>
            {found.url !== undefined && <Sheet link={found} url={found.url} />}
          </div>
          <PaidByIt idLink={path.idLink} />
          <ByCommand
            name="GET /payment-links/{idLink}"
            requested={{ path }}
            client={`await sluice.links.get(${quoted(path.idLink)})`}
          />
        </Page>
      )}
    </AnsweredPage>
  )
}

/** A printed code gets dirty and bent, and a reader needs four white modules around it. */
const QR = { border: 4, ecc: 'M' } as const

/** The printed sheet: the QR code, the purpose, and the merchant's name. */
function Sheet({ link, url }: { readonly link: Link; readonly url: string }) {
  return (
    <section class="section sheet">
      <p class="sheet-merchant">{merchantName()}</p>
      <img
        class="qr"
        alt={t('qrFor', { title: link.title })}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url, QR))}`}
      />
      <p class="sheet-title">{link.title}</p>
      <p>{linkAmount(link)}</p>
      <p class="quiet">{t('scanToPay')}</p>
      <p class="sheet-url">{url}</p>
    </section>
  )
}

function Actions({ link }: { readonly link: Link }) {
  const isClosing = useSignal(false)
  const action = useAction()
  const close = (): void =>
    void action.run(
      () => ask('POST /payment-links/{idLink}/!close', { path: { idLink: link.idLink } }),
      () => {
        isClosing.value = false
        refresh()
      },
    )
  return (
    <span class="row-acts">
      <Button onClick={() => print()}>{t('print')}</Button>
      {may('links:act') && link.closedAt === undefined && (
        <Button tone="danger" onClick={() => (isClosing.value = true)}>
          {t('closeLink')}
        </Button>
      )}
      {isClosing.value && (
        <Drawer
          title={t('closeLinkAction', { title: link.title })}
          kind="question"
          onClose={() => (isClosing.value = false)}
        >
          <p>{t('closeLinkText')}</p>
          <Refused refusal={action.now.refusal} />
          <p class="row-acts">
            <Button tone="danger" acting={action.now} onClick={close}>
              {t('closeLinkAction', { title: link.title })}
            </Button>
            <Button onClick={() => (isClosing.value = false)}>{say('leaveIt')}</Button>
          </p>
        </Drawer>
      )}
    </span>
  )
}

function PaidByIt({ idLink }: { readonly idLink: string }) {
  const { view } = useView()
  const payins = usePayins({
    path: { idLink },
    query: { limit: '50', ...(view.cursor && { cursor: view.cursor }) },
  })
  return (
    <Section title={t('byThisLink')}>
      <Answered of={payins} rows={3}>
        {({ data, nextCursor }) =>
          data.length === 0 ? (
            <Empty title={t('noPayments')} />
          ) : (
            <>
              <Table
                label={t('byThisLink')}
                rows={data}
                columns={payinColumns()}
                keyOf={({ paymentMethodResponse }) => paymentMethodResponse.idPayin}
                href={({ paymentMethodResponse }) => placeOf.payment('payin', paymentMethodResponse.idPayin)}
              />
              <Pager next={nextCursor} />
            </>
          )
        }
      </Answered>
    </Section>
  )
}
