import { Frame } from '#portal/mypage/flow/frame.tsx'
import { pages } from '#vocabulary/pages.ts'
import { Notice } from '#ui/notice.tsx'

/** In place of a page that is of use only while the contract is served: a form would be filled in to be refused. */
export function ContractOver({ title }: { readonly title: string }) {
  return (
    <Frame title={title}>
      <Notice title="ご契約は終了しました">
        この画面でできることは、もうありません。請求の内容は、引き続き
        <a href={pages.billing}>料金・請求</a>でご覧いただけます。
      </Notice>
    </Frame>
  )
}
