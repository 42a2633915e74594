import { pages, withQuery } from '#vocabulary/pages.ts'
import { ask } from '#portal/mypage/flow/attempt.ts'
import { Frame } from '#portal/mypage/flow/frame.tsx'
import { formatDelta } from '#portal/mypage/flow/wording.ts'
import { mypageMeta } from '#portal/page-setting.ts'
import { callOf } from '#portal/request.ts'
import { adviceApi } from '#protocol/advice.ts'
import type { Result } from '#protocol/endpoint.ts'
import { ButtonLinkRow } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { formatMonth, formatYen } from '#ui/format.ts'
import { Section } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Table } from '#ui/table.tsx'
import type { Route } from './+types/advice.ts'
import { Accordion } from '#ui/accordion.tsx'

type Compared = NonNullable<Result<typeof adviceApi.adviceGet>['compared']>
type Month = Compared['chosen']['months'][number]

/** Month by month what was paid and what would have been; each opens to its reasons. */
function MonthsOf({ size }: { readonly size: Compared['chosen'] }) {
  return (
    <div className="advice-months">
      <p className="advice-months__row advice-months__head muted" aria-hidden="true">
        <span>月</span>
        <span>支払額</span>
        <span>{size.name}</span>
        <span>差</span>
      </p>
      {size.months.map((month) => (
        <Accordion key={month.month} title={<Row month={month} name={size.name} />}>
          <ul>
            {month.reasons.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Accordion>
      ))}
    </div>
  )
}

function Row({ month, name }: { readonly month: Month; readonly name: string }) {
  return (
    <span className="advice-months__row">
      <span>{formatMonth(month.month)}</span>
      <span>
        <span className="visually-hidden">支払額</span>
        {formatYen(month.paidYen)}
      </span>
      <span>
        <span className="visually-hidden">{name}なら</span>
        {formatYen(month.wouldYen)}
      </span>
      <strong>
        <span className="visually-hidden">差</span>
        {formatDelta(month.deltaYen)}
      </strong>
    </span>
  )
}

const TITLE = 'データ容量の見直し'

type Size = Compared['sizes'][number]

/** Reckoned when the page is opened; a size that is none is as if nobody had asked for one. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const plan = url.searchParams.get('plan') ?? ''
  const query = /^[1-9]\d{0,2}$/.test(plan) ? { plan } : {}
  return ask(url, callOf(context)(adviceApi.adviceGet, { query }))
}

export const meta = mypageMeta(TITLE)

export default function Advice({ loaderData }: Route.ComponentProps) {
  const { state, message, compared } = loaderData
  return (
    <Frame title={TITLE} way={[pages.billing]}>
      {compared === undefined ? (
        <EmptyState title={emptyTitles[state]}>{message}</EmptyState>
      ) : (
        <>
          <Notice tone={state === 'cheaper' ? 'info' : 'good'} title={message} />
          <p>
            {formatMonth(compared.firstMonth)}から{formatMonth(compared.lastMonth)}
            までの利用を、ほかのデータ容量で計算し直しました。お支払いは合わせて
            <strong>{formatYen(compared.paidYen)}</strong>でした（手数料など1回だけの料金を除く）。
          </p>
          <Sizes compared={compared} />
          <Chosen compared={compared} />
          <Section id="terms" title="この計算について">
            <ul>
              {compared.terms.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Section>
        </>
      )}
    </Frame>
  )
}

const emptyTitles = {
  currentIsBest: 'まだ比べられません',
  cheaper: 'まだ比べられません',
  tooEarly: 'まだ比べられません',
  leaving: '比較はお出ししていません',
  ended: '比較はお出ししていません',
} as const

function Sizes({ compared: { sizes, chosen } }: { readonly compared: Compared }) {
  return (
    <Section id="sizes" title="データ容量ごとの合計">
      <Table<Size>
        caption="容量ごとに計算した合計と支払額との差"
        captionHidden
        lean
        rows={sizes}
        rowKey={({ plan }) => String(plan)}
        columns={[
          ['データ容量', sizeLink(chosen.plan), { rowHeader: true }],
          ['合計', ({ wouldYen }) => formatYen(wouldYen), { numeric: true }],
          [
            'いまとの差',
            ({ deltaYen }) => (deltaYen === 0 ? 'いまと同じ' : formatDelta(deltaYen)),
            { numeric: true },
          ],
          ['目安の精度', ({ surenessLabel }) => surenessLabel],
        ]}
      />
      <p className="small muted">容量を選ぶと、月ごとの内訳をご覧いただけます。</p>
    </Section>
  )
}

const sizeLink = (chosen: number) =>
  function SizeLink({ plan, name, current }: Size) {
    return (
      <a
        href={`${withQuery(pages.advice, { plan: String(plan) })}#months`}
        aria-current={plan === chosen ? 'true' : undefined}
      >
        {current ? `${name}（現在）` : name}
      </a>
    )
  }

function Chosen({ compared: { chosen } }: { readonly compared: Compared }) {
  return (
    <Section
      id="months"
      title={
        chosen.current
          ? `${chosen.name}（現在）の月ごとの内訳`
          : `${chosen.name}だった場合の月ごとの内訳`
      }
    >
      <p>
        目安の精度：<strong>{chosen.surenessLabel}</strong>
      </p>
      <ul>
        {chosen.reasons.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <MonthsOf size={chosen} />
      {chosen.current ? null : (
        <ButtonLinkRow href={withQuery(pages.planSize, { plan: String(chosen.plan) })}>
          {chosen.name}への変更に進む
        </ButtonLinkRow>
      )}
    </Section>
  )
}
