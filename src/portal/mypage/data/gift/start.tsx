import { RefusalNotice } from '#portal/mypage/flow/refusal.tsx'
import type { Result } from '#protocol/endpoint.ts'
import type { giftApi } from '#protocol/gift.ts'
import { ButtonLink, ButtonRow } from '#ui/button.tsx'
import { DataVolume } from '#ui/data-volume.tsx'
import { formatVolume } from '#ui/format.ts'
import { giftHref } from './address.ts'

export type Gifts = Result<typeof giftApi.giftsGet>

/** Why nothing can be given: a form would have nothing to choose. */
export const NotNow = ({ why }: { readonly why: Gifts['give']['why'] }) => (
  <RefusalNotice title="いまは贈れません" reason={why} />
)

/** What can be given now, and where to begin. */
export function Start({
  gifts: { give, take },
  lineId,
}: {
  readonly gifts: Gifts
  readonly lineId: string | undefined
}) {
  const { why, mostBytes, leftBytes, monthLeftBytes } = give
  return (
    <>
      {why.allowed ? (
        <section className="stage gift-stage" aria-labelledby="gift-most">
          <h2 id="gift-most">いま贈れる量</h2>
          <p>
            <DataVolume bytes={mostBytes} kind="residual" size="figure" />
          </p>
          <p className="small">
            残り{formatVolume(leftBytes, 'residual')}のうち。今月はあと
            {formatVolume(monthLeftBytes, 'residual')}まで贈れます。
          </p>
        </section>
      ) : (
        <NotNow why={why} />
      )}
      <ButtonRow>
        {mostBytes > 0 ? (
          <ButtonLink kind="primary" href={giftHref({ lineId, give: '1' })}>
            データを贈る
          </ButtonLink>
        ) : null}
        {lineId === undefined && (why.allowed || take.why.allowed) ? (
          <ButtonLink href={giftHref({ take: '1' })}>コードで受け取る</ButtonLink>
        ) : null}
      </ButtonRow>
    </>
  )
}
