import { redirect } from 'react-router'
import { ALL_BILLS, pages, withQuery } from '#vocabulary/pages.ts'
import { doneAddress } from '#portal/mypage/flow/address.ts'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { ProcedurePage, procedureMeta } from '#portal/mypage/flow/procedure-page.tsx'
import { send, stay } from '#portal/mypage/flow/submit.ts'
import { callOf } from '#portal/request.ts'
import { billingApi } from '#protocol/billing.ts'
import { outcomeOf } from './card-outcome.tsx'
import { loadPay } from './load-pay.ts'
import { PayAllConfirm } from './pay-all-confirm.tsx'
import { PayConfirm } from './pay-confirm.tsx'
import { PayDone } from './pay-done.tsx'
import { SHOW_POINTS } from './points-field.tsx'
import { UnpaidBills } from './unpaid-bills.tsx'
import type { Route } from './+types/pay.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

export async function loader({ context, url }: Route.LoaderArgs) {
  const loaded = await loadPay(callOf(context), url)
  return { keys: freshKeysOf(context), card: outcomeOf(url), ...loaded }
}

/** Pays the bill that was confirmed, at the sums that were shown: points typed since are shown first. */
export async function action({ context, request, url }: Route.ActionArgs) {
  const form = await request.formData()
  if (textOf(form, 'intent') === ALL_BILLS) {
    const all = await send(callOf(context, form), url, billingApi.billingUnpaidPayPost, form)
    return 'value' in all
      ? redirect(doneAddress(url.pathname, all.value.receiptNo))
      : stay(all.refused, form)
  }
  const isPending = textOf(form, 'points').trim() !== textOf(form, 'shownPoints')
  if (textOf(form, 'intent') === SHOW_POINTS || isPending) return redirect(withPoints(form))
  const answer = await send(callOf(context, form), url, billingApi.singlePayPost, form)
  if ('value' in answer) return redirect(doneAddress(url.pathname, answer.value.receiptNo))
  return stay(answer.refused, form)
}

function withPoints(form: FormData) {
  const points = textOf(form, 'points').trim()
  const note = textOf(form, 'intent') === SHOW_POINTS ? undefined : 'pending'
  return withQuery(pages.pay, { step: 'confirm', bill: textOf(form, 'billId'), points, note })
}

const titles = {
  input: '料金のお支払い',
  confirm: 'お支払いの確認',
  done: 'お支払いの結果',
}

export const meta = procedureMeta(titles)

export default function Pay({ loaderData, actionData }: Route.ComponentProps) {
  const { step } = loaderData
  return (
    <ProcedurePage
      titles={titles}
      loaded={loaderData}
      steps={['選択', '確認', '完了']}
      way={[pages.billing]}
    >
      {step === 'input' ? <UnpaidBills {...loaderData} /> : null}
      {step === 'confirm' && loaderData.all !== undefined ? (
        <PayAllConfirm {...loaderData} {...actionData} />
      ) : null}
      {step === 'confirm' && loaderData.payable !== undefined ? (
        <PayConfirm {...loaderData} {...actionData} />
      ) : null}
      {step === 'done' ? <PayDone {...loaderData} /> : null}
    </ProcedurePage>
  )
}
