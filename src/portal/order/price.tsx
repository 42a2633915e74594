import { Amount } from '#ui/amount.tsx'
import { formatYen } from '#ui/format.ts'
import type { RunningPrice } from './use-running-price.ts'

/** Beside the button, where the thumb is: what a month costs, and what is paid once. */
export function PriceLine({ price }: { readonly price: RunningPrice }) {
  const { monthlyYen, oneOffYen, refused, isBusy } = price
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
      <p className="small">通話料とSMSの料金は、使った分だけ加わります。</p>
    </section>
  )
}
