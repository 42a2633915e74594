import { pages, withQuery } from '#vocabulary/pages.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { freshKeysOf, textOf } from '#portal/mypage/flow/keys.ts'
import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import { actions } from '#portal/mypage/flow/submit.ts'
import { pageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { invoiceApi } from '#protocol/invoice.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IssueSteps } from './issue-steps.tsx'
import { YearLists } from './list.tsx'
import { loadReturns, type ReturnEntry } from './load.ts'
import { ReturnPaper } from './paper.tsx'
import type { Route } from './+types/return.ts'

export { revalidateAfterRefusal as shouldRevalidate } from '#portal/mypage/flow/revalidate-after-refusal.ts'

const TITLE = '適格返還請求書'
const listCrumb = { href: pages.returnInvoices, label: TITLE }

export async function loader({ context, url }: Route.LoaderArgs) {
  const isNew = url.searchParams.has('done')
  return { keys: freshKeysOf(context), isNew, ...(await loadReturns(callOf(context), url)) }
}

/** Issues the return invoice that was confirmed, or prints it again. */
export const action = actions(
  {
    issue: {
      endpoint: invoiceApi.invoiceReturnIssuePost,
      to: ({ form }) =>
        withQuery(pages.returnInvoices, { return: textOf(form, 'returnId'), done: '1' }),
    },
  },
  'issue',
)

export function meta({ loaderData }: Route.MetaArgs) {
  const title = loaderData?.step === 'confirm' ? `${TITLE}の発行` : TITLE
  return pageMeta({ title, noindex: true })
}

export default function Returns({ loaderData: loaded, actionData }: Route.ComponentProps) {
  const { isNew } = loaded
  const way: (string | typeof listCrumb)[] = [pages.billing, pages.invoices]
  return (
    <Frame
      title={loaded.step === 'confirm' ? `${TITLE}の発行` : TITLE}
      way={loaded.step === 'list' ? way : [...way, listCrumb]}
      step={loaded.step === 'confirm' ? 0 : isNew ? 1 : undefined}
      steps={['確認', '完了']}
    >
      {loaded.step === 'list' ? <ReturnList list={loaded.list} /> : null}
      {loaded.step === 'refused' ? (
        <RefusalNotice title="適格返還請求書を発行できません" reason={loaded.refused} />
      ) : null}
      {loaded.step === 'confirm' || loaded.step === 'issued' ? (
        <IssueSteps
          {...loaded}
          title={TITLE}
          lead="この内容で発行します。発行したあとは、内容を変更できません。"
          href={pages.returnInvoices}
          refused={actionData?.refused}
          id={loaded.preview.returnId}
          values={{ returnId: loaded.preview.returnId }}
          paper={<ReturnPaper invoice={loaded.preview} />}
        />
      ) : null}
    </Frame>
  )
}

function ReturnList({ list }: { readonly list: readonly ReturnEntry[] }) {
  return (
    <>
      <p>
        料金をお返ししたときに、もとの適格請求書とあわせて保管する書類です。10,000円以上の返金には自動で発行し、それより少ない返金には、ここで発行できます。請求の中で差し引いた値引きは、その月の適格請求書に記載しています。
      </p>
      {list.length === 0 ? (
        <EmptyState title="返金の記録はありません">
          請求の合計がマイナスになって料金をお返しすると、その適格返還請求書をここで発行できます。
        </EmptyState>
      ) : (
        <YearLists
          entries={list.map(({ returnId, ...entry }) => ({
            ...entry,
            href: withQuery(pages.returnInvoices, { return: returnId }),
          }))}
        />
      )}
    </>
  )
}
