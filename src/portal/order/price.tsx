import { Amount } from '#ui/amount.tsx'
import { formatDate, formatMonth, formatVolume, formatYen } from '#ui/format.ts'
import type { RunningPrice } from './use-running-price.ts'
import type { Quote } from './wire.ts'

/** Beside the button, where the thumb is: what a month costs, and what is paid once. */
export function PriceLine({ price }: { readonly price: RunningPrice }) {
  const { monthlyYen, oneOffYen, refused, isBusy, quote } = price
  return (
    <p className="price-line" role="status" aria-busy={isBusy}>
      {refused !== undefined ? (
        <span>{refused}</span>
      ) : monthlyYen === undefined || oneOffYen === undefined ? null : (
        <>
          <span className="price-line__month">
            毎月 <Amount yen={monthlyYen} tax="none" />
          </span>
          <span className="price-line__once">初回のみ {formatYen(oneOffYen)}（税込）</span>
          {quote === undefined || quote.firstMonthBytes === quote.baseBytes ? null : (
            <span className="price-line__once">
              {Number(quote.startsOn.slice(5, 7))}月のデータは
              {formatVolume(quote.firstMonthBytes, 'quota')}
            </span>
          )}
        </>
      )}
    </p>
  )
}

/** The same, larger, beside the question; with the first three bills. */
export function PriceCard({ price }: { readonly price: RunningPrice }) {
  const { monthlyYen, oneOffYen, quote } = price
  if (monthlyYen === undefined || oneOffYen === undefined || quote === undefined) return null
  return (
    <section className="stage price-card" aria-label="料金">
      <dl>
        <div>
          <dt>毎月のお支払い（税込）</dt>
          <dd>
            <Amount yen={monthlyYen} tax="none" size="figure" />
          </dd>
        </div>
        <div>
          <dt>初回のみ（税込）</dt>
          <dd>
            <Amount yen={oneOffYen} tax="none" />
          </dd>
        </div>
      </dl>
      <FirstMonth quote={quote} />
      <p className="small">通話料とSMSの料金は、使った分だけ加わります。</p>
    </section>
  )
}

/** 「11月は0.8 GB（日割り）」: the first month's data is prorated like its fee; nothing to say where it is whole. */
export function FirstMonth({ quote }: { readonly quote: Quote }) {
  const { startsOn, baseBytes, firstMonthBytes } = quote
  if (firstMonthBytes === baseBytes) return null
  return (
    <p className="small">
      {formatDate(startsOn)}に使い始めるとき、{formatMonth(startsOn.slice(0, 7))}のデータ容量は
      {formatVolume(firstMonthBytes, 'quota')}です（日割り）。翌月からは
      {formatVolume(baseBytes, 'quota')}です。
    </p>
  )
}
