import { orderPages } from '#vocabulary/site-pages.ts'
import { Accordion } from '#ui/accordion.tsx'

/** How the line becomes a contract of its user's own: the holder hands it over, the person applies with it. */
export function MovingOut() {
  return (
    <Accordion title="この回線を自分の契約にする">
      <ol>
        <li>契約者の方に「回線をご家族にゆずる」の手続きをお願いし、譲渡番号を受け取ります。</li>
        <li>
          <a href={orderPages.begin}>新規のお申し込み</a>
          で「ご家族の回線を譲り受ける」を選び、譲渡番号と電話番号を入力します。
        </li>
      </ol>
      <p className="small muted">
        電話番号とSIMはそのままです。役割をもらってから使った量もいっしょに移り、回線の上限とこの役割は自動で終わります。
      </p>
    </Accordion>
  )
}
