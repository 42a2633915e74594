import { redirect } from 'react-router'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { noteOf } from '#portal/mypage/flow/address.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { Arrival } from '#portal/mypage/flow/confirm-form.tsx'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { Stopped } from '#portal/mypage/flow/stopped.tsx'
import { leadOn, send } from '#portal/mypage/flow/submit.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { invoiceApi } from '#protocol/invoice.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatMonth } from '#ui/format.ts'
import { TextLink } from '#ui/text-link.tsx'
import { CorrectionConfirm, CorrectionLink, Former } from './correction.tsx'
import { IssueSteps } from './issue-steps.tsx'
import { YearLists } from './list.tsx'
import { loadInvoices, type InvoiceEntry } from './load.ts'
import { InvoicePaper } from './paper.tsx'
import { SHOW_NAME, shownName, TradeName } from './trade-name.tsx'
import type { Route } from './+types/invoice.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const TITLE = '適格請求書'

export async function loader({ context, url }: Route.LoaderArgs) {
  const isNew = url.searchParams.has('done')
  const note = noteOf(url)
  const loaded = await loadInvoices(callOf(context), url)
  // Issued on another screen before the name that was typed here was on it: the way to that name is a correction.
  if (loaded.step === 'issued' && note === 'pending') {
    const { preview, tradeName } = loaded
    const bill = preview.billId
    if (!preview.recipientName.startsWith(tradeName))
      throw redirect(withQuery(pages.invoices, { bill, correct: '1', tradeName, note }))
    throw redirect(withQuery(pages.invoices, { bill }))
  }
  return { keys: freshKeysOf(context), isNew, note, ...loaded }
}

/** Issues the invoice that was confirmed, or prints it again; a name typed since is shown first. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  const unshown = unshownName(form)
  if (unshown !== undefined) return redirect(unshown)
  const call = callOf(context, form)
  const sent = form.has('correct')
    ? await send(call, url, invoiceApi.invoiceCorrectPost, form)
    : await send(call, url, invoiceApi.invoiceIssuePost, form)
  return leadOn(sent, form, withQuery(pages.invoices, { bill: textOf(form, 'billId'), done: '1' }))
}

/** Where the paper is shown with the name that was typed; undefined where it is on the screen already. */
function unshownName(form: FormData): string | undefined {
  const tradeName = textOf(form, 'tradeName')
  const isAsked = textOf(form, 'intent') === SHOW_NAME
  if (!isAsked && tradeName === textOf(form, 'shownName')) return undefined
  return withQuery(pages.invoices, {
    bill: textOf(form, 'billId'),
    correct: form.has('correct') ? '1' : undefined,
    tradeName,
    note: isAsked ? undefined : 'pending',
  })
}

function titleOf(loaded: Route.ComponentProps['loaderData']): string {
  if (loaded.step === 'confirm') return `${formatMonth(loaded.preview.month)}分の適格請求書の発行`
  if (loaded.step === 'correct') return `${formatMonth(loaded.preview.month)}分の適格請求書の修正`
  if (loaded.step === 'issued') return `${formatMonth(loaded.preview.month)}分の適格請求書`
  return TITLE
}

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ title: loaderData === undefined ? TITLE : titleOf(loaderData), noindex: true })
}

export default function Invoices({ loaderData: loaded, actionData }: Route.ComponentProps) {
  const { keys, isNew, note } = loaded
  const isAList = loaded.step === 'list'
  return (
    <Frame
      title={titleOf(loaded)}
      way={isAList ? [pages.billing] : [pages.billing, pages.invoices]}
      step={loaded.step === 'confirm' || loaded.step === 'correct' ? 0 : isNew ? 1 : undefined}
      steps={['確認', '完了']}
    >
      <Arrival note={actionData === undefined ? note : undefined} />
      {loaded.step === 'list' ? <InvoiceList list={loaded.list} /> : null}
      {loaded.step === 'refused' ? (
        <RefusalNotice title="適格請求書を発行できません" reason={loaded.refused} />
      ) : null}
      {loaded.step === 'confirm' || loaded.step === 'issued' ? (
        <IssueSteps
          {...loaded}
          title={TITLE}
          lead="この内容で発行します。発行したあとに宛名を変えるときは、新しい番号での修正になります。"
          href={pages.invoices}
          refused={actionData?.refused}
          id={`${loaded.preview.billId}.${loaded.tradeName}`}
          values={{ billId: loaded.preview.billId }}
          confirmedValues={shownName(loaded.tradeName)}
          paper={<InvoicePaper invoice={loaded.preview} />}
          belowPaper={<TradeName tradeName={loaded.tradeName} isOpen={loaded.tradeName !== ''} />}
          belowIssued={
            <>
              <Former former={loaded.former} />
              <CorrectionLink billId={loaded.preview.billId} />
            </>
          }
        />
      ) : null}
      {loaded.step === 'correct' ? (
        <>
          <Stopped refused={actionData?.refused} />
          <CorrectionConfirm invoice={loaded.preview} tradeName={loaded.tradeName} keys={keys} />
        </>
      ) : null}
    </Frame>
  )
}

function InvoiceList({ list }: { readonly list: readonly InvoiceEntry[] }) {
  return (
    <>
      <p>
        確定した請求ごとに、消費税の仕入税額控除に使える適格請求書（インボイス）を発行できます。手数料はかかりません。
      </p>
      {list.length === 0 ? (
        <EmptyState title="発行できる適格請求書はまだありません">
          ご利用の翌月1日に請求が確定すると、その月の適格請求書をここで発行できます。
        </EmptyState>
      ) : (
        <YearLists
          entries={list.map(({ billId, ...entry }) => ({
            ...entry,
            href: withQuery(pages.invoices, { bill: billId }),
          }))}
        />
      )}
      <p>
        返金についての書類は、
        <TextLink href={pages.returnInvoices}>適格返還請求書</TextLink>
        で発行できます。
      </p>
    </>
  )
}
