import { pages } from '#vocabulary/pages.ts'
import type { CancellationEstimate } from '#portal/mypage/cancellation/bookings.tsx'
import { LinkCard } from '#ui/card.tsx'
import { TextLink } from '#ui/text-link.tsx'

/** One entrance for leaving, whichever way: before it is chosen what to cancel. */
export function KeepNumberCard({ numbersLost }: Pick<CancellationEstimate, 'numbersLost'>) {
  if (numbersLost.length === 0) return null
  return (
    <LinkCard href={pages.portOut}>
      <strong>番号をほかの会社で使う（MNP転出）</strong>
      <p>
        先に解約すると、電話番号は使えなくなります。移転が完了すると、回線は自動で解約になります。
      </p>
    </LinkCard>
  )
}

/** Who may still go back on the whole contract is told so before they cancel it. */
export const InitialCancelCard = () => (
  <LinkCard href={pages.initialCancel}>
    <strong>初期契約解除ができる期間です</strong>
    <p>
      理由を問わずにご契約を解除でき、解約金はかかりません。お支払いいただく金額は、解約と違うことがあります。
    </p>
  </LinkCard>
)

/** As `KeepNumberCard` on 確認, of the lines that are about to end. */
export function KeepNumberSentence({ numbersLost }: Pick<CancellationEstimate, 'numbersLost'>) {
  if (numbersLost.length === 0) return null
  return (
    <p>
      電話番号をほかの会社で使い続けるときは、<TextLink href={pages.portOut}>MNP転出</TextLink>
      をお申し込みください。
    </p>
  )
}

/** 初期契約解除 takes effect when it is sent: the number must have gone before. */
export function KeepNumberBefore() {
  return (
    <p>
      電話番号を使い続けるときは、解除の前に<TextLink href={pages.portOut}>MNP転出</TextLink>
      をお申し込みください。
    </p>
  )
}
