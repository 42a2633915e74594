import { pages } from '#vocabulary/pages.ts'
import { formatDate } from '#ui/format.ts'
import { Notice } from '#ui/notice.tsx'
import { TextLink } from '#ui/text-link.tsx'
import type { Contract } from '#portal/mypage/shared/wire.ts'

/** In the place of the data: what has ended, and what can still be read. */
export function Ended({ contract }: { readonly contract: Contract }) {
  const { endsOn, statusLabel } = contract
  return (
    <Notice title={`ご契約は終了しました（${statusLabel}）`}>
      {endsOn === undefined ? null : <p>最終利用日は{formatDate(endsOn)}です。</p>}
      <p>
        これまでの利用量、通話の明細、お手続きの記録、請求の内容は、引き続きご覧いただけます。契約書面は、終了から3か月間ダウンロードできます。
      </p>
      <p>
        <TextLink href={pages.documents}>契約書面を見る</TextLink>
      </p>
    </Notice>
  )
}
