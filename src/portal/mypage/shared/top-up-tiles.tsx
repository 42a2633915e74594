import { whyNoTopUp } from '#portal/mypage/shared/top-up-words.ts'
import type { Permission, TopUps } from '#portal/mypage/shared/wire.ts'
import { formatVolume, formatYen } from '#ui/format.ts'
import type { RingState } from '#ui/ring.tsx'
import { pages, withQuery } from '#vocabulary/pages.ts'
import { cheapestYen, topUpOffers, type TopUpOffer } from './top-up-offer.ts'

type TopUpTilesProps = {
  readonly state: RingState
  readonly shortageBytes: number
  readonly topUps: TopUps | undefined
  /** Whether a pack can be bought now; what would be refused is no button. */
  readonly topUp: Permission | undefined
}

const whyWords: Readonly<Record<TopUpOffer['why'], string>> = {
  enough: '月末まで足りる最安',
  again: '前回と同じ',
  least: 'いちばん少ない量',
  now: '急ぐときだけ高速に',
}

/** Each names its price. One press opens 確認, the next buys. */
export function TopUpTiles({ state, shortageBytes, topUps, topUp }: TopUpTilesProps) {
  if (topUp?.allowed === false) return <p className="small muted">{whyNoTopUp(topUp)}</p>
  const offers = topUps === undefined ? [] : topUpOffers(topUps, state, shortageBytes)
  const fromYen = topUps === undefined ? undefined : cheapestYen(topUps)
  const from = fromYen === undefined ? '' : `${formatYen(fromYen)}から`
  return (
    <div className="topups">
      {offers.map((one, index) => (
        <PackTile key={one.pack.packId} offer={one} isPrimary={index === 0 && state !== 'light'} />
      ))}
      {state === 'light' ? (
        <Tile href={pages.planSize} what="容量を変える" why="翌月1日から" />
      ) : null}
      {offers.length < 2 && state !== 'light' ? (
        <Tile
          href={pages.topUp}
          isPrimary={offers.length === 0 && shortageBytes > 0}
          what={offers.length === 0 ? 'データを追加' : 'ほかの量'}
          why={from}
        />
      ) : null}
    </div>
  )
}

type TopUpTileProps = Pick<TopUpTilesProps, 'shortageBytes' | 'topUps'>

/** The one answer to a month that will not last: the cheapest pack that does, else the way to all of them. */
export function TopUpTile({ shortageBytes, topUps }: TopUpTileProps) {
  const [best] = topUps === undefined ? [] : topUpOffers(topUps, 'ok', shortageBytes)
  return (
    <div className="topups">
      {best === undefined ? (
        <Tile href={pages.topUp} isPrimary what="データを追加" why="すぐに使えます" />
      ) : (
        <PackTile offer={best} isPrimary />
      )}
    </div>
  )
}

type PackTileProps = { readonly offer: TopUpOffer; readonly isPrimary: boolean }

function PackTile({ offer: { pack, why }, isPrimary }: PackTileProps) {
  return (
    <Tile
      href={withQuery(pages.topUp, { step: 'confirm', packId: pack.packId })}
      isPrimary={isPrimary}
      what={`＋${formatVolume(pack.bytes, 'quota')}`}
      price={formatYen(pack.priceYen)}
      why={
        pack.carries ? whyWords[why] : `${whyWords[why].replace(/^月末まで足りる/, '')}・今月だけ`
      }
    />
  )
}

type TileProps = {
  readonly href: string
  readonly isPrimary?: boolean
  readonly what: string
  readonly price?: string
  readonly why: string
}

function Tile({ href, isPrimary = false, what, price, why }: TileProps) {
  return (
    <a className={isPrimary ? 'button button--primary topup' : 'button topup'} href={href}>
      <span className="topup__what">{what}</span>{' '}
      {price === undefined ? null : <span className="topup__price">{price}</span>}{' '}
      <span className="topup__why">{why}</span>
    </a>
  )
}
