import { Notice } from '#ui/notice.tsx'

export const LOST_PRESS_TITLE = '先ほどの操作は行われていません'
export const LOST_PRESS_TEXT =
  'ログインの有効時間が切れていたため、ボタンを押した操作は受け付けていません。ご契約も料金も変わっていません。内容を確認して、もう一度操作してください。'

/** After the login that a press led to: nothing was done. */
export function LostPress() {
  return (
    <Notice tone="warning" title={LOST_PRESS_TITLE} role="status">
      {LOST_PRESS_TEXT}
    </Notice>
  )
}
