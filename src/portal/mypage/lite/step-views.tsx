import type { FormKeys } from '#portal/mypage/flow/keys.ts'
import { formatLimit } from '#portal/mypage/flow/wording.ts'
import { formatDate, formatVolume, formatYenWithTax } from '#ui/format.ts'
import { nameOfLine } from '#portal/mypage/shared/line-words.ts'
import type { Part } from '#portal/mypage/shared/part.ts'
import { whyNoPack } from '#portal/mypage/shared/top-up-offer.ts'
import type { LineDetail, TopUps } from '#portal/mypage/shared/wire.ts'
import { CHOICE, path } from './asked.ts'
import { ActForm, RefusalText } from './frame.tsx'

type PacksViewProps = { readonly topUps: Part<TopUps>; readonly isUnchosen?: boolean }

/** What there is to buy, with price and end, before anything is bought. */
export function PacksView({ topUps, isUnchosen = false }: PacksViewProps) {
  if (!topUps.ok) return <RefusalText failed={topUps.failed} />
  const { packs, payment } = topUps.value
  const refused = whyNoPack(packs)
  if (refused) return <p className="o">{refused.message}</p>
  if (!payment.usable)
    return (
      <p className="o">お支払いに使えるカードがありません。通常のマイページでご確認ください。</p>
    )
  return (
    <>
      <h2>データチャージ</h2>
      {isUnchosen ? (
        <p className="o" role="alert">
          チャージするデータ量を選んでください。
        </p>
      ) : null}
      <form method="get" action={path} noValidate>
        <input type="hidden" name="topup" value={CHOICE} />
        {packs.map(({ packId, name, priceYen, expiresAt, why }) => (
          <label key={packId}>
            <input type="radio" name="packId" value={packId} required disabled={!why.allowed} />{' '}
            {name} {formatYenWithTax(priceYen)}
            <br />
            <small>{why.allowed ? `${formatLimit(expiresAt)}使えます` : why.message}</small>
          </label>
        ))}
        <button type="submit">確認に進む</button>
      </form>
    </>
  )
}

type PackViewProps = PacksViewProps & { readonly packId: string; readonly keys: FormKeys }

/** Price, end and bill once more; then one press buys it. */
export function PackView({ topUps, packId, keys }: PackViewProps) {
  const pack = topUps.ok ? topUps.value.packs.find((one) => one.packId === packId) : undefined
  if (!topUps.ok || pack === undefined || !pack.why.allowed || !topUps.value.payment.usable)
    return <PacksView topUps={topUps} />
  const { residualBytes, serviceEndsOn, payment } = topUps.value
  const { priceYen } = pack
  return (
    <>
      <h2>データチャージの確認</h2>
      <ul>
        <li>{pack.name}</li>
        <li>料金 {formatYenWithTax(priceYen)}</li>
        <li>{formatLimit(pack.expiresAt)}使えます</li>
        {serviceEndsOn === undefined ? null : (
          <li>解約の予約があるため、残りは{formatDate(serviceEndsOn)}の24時になくなります</li>
        )}
        <li>
          残り {formatVolume(residualBytes, 'residual')} →{' '}
          {formatVolume(residualBytes + pack.bytes, 'residual')}
        </li>
        <li>{payment.label}（今月ご利用分の請求に合算）</li>
        <li>購入後の取り消しはできません</li>
      </ul>
      <ActForm
        intent="topup"
        of={`${packId}.${priceYen}`}
        values={{ packId, priceYen: String(priceYen) }}
        keys={keys}
      >
        この内容で購入する
      </ActForm>
      <p>
        <a href={`${path}?topup=1`}>選び直す</a>
      </p>
    </>
  )
}

/** Asked once more, for the line really stops. */
export function StopView({
  detail,
  keys,
}: {
  readonly detail: Part<LineDetail>
  readonly keys: FormKeys
}) {
  if (!detail.ok) return <RefusalText failed={detail.failed} />
  const { line, suspend } = detail.value
  if (!suspend.allowed) return <p className="o">{suspend.message}</p>
  return (
    <>
      <h2>「{nameOfLine(line)}」を止めますか</h2>
      <ul>
        <li>数秒で、通話・SMS・データ通信ができなくなります。</li>
        <li>止めているあいだも、月々の料金はかかります。</li>
        <li>見つかったら、この画面からすぐに再開できます。手数料はかかりません。</li>
      </ul>
      <ActForm intent="stop" of={line.lineId} values={{ lineId: line.lineId }} keys={keys}>
        この回線を止める
      </ActForm>
      <p>
        <a href={path}>止めずに戻る</a>
      </p>
    </>
  )
}
