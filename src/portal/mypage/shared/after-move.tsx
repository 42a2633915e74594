import type { Move } from '#portal/mypage/shared/wire.ts'
import { pages, withQuery } from '#vocabulary/pages.ts'

/** What holds once the line cannot go back: which SIM works, what becomes of the one of before, and how the old phone gets the line again. */
export function AfterMove({ move: { line, fromSize, wasLost } }: { readonly move: Move }) {
  return (
    <>
      <p>この回線は、新しいスマホのeSIMだけで使えます。{beforeWords(fromSize, wasLost)}</p>
      <ul>
        <li>
          前のスマホをまた使うときは、
          <a href={withQuery(pages.phoneMove, { another: '1' })}>もう一度「新しいスマホに移す」</a>
          で、前のスマホに移せます（eSIMが使える機種）。
        </li>
        <li>
          SIMカードで使うときは、
          <a href={withQuery(pages.simChange, { lineId: line.lineId })}>SIMの変更・再発行</a>
          で、カードをお申し込みください。
        </li>
      </ul>
    </>
  )
}

function beforeWords(fromSize: Move['fromSize'], wasLost: boolean): string {
  const before = wasLost ? 'なくしたスマホ' : '前のスマホ'
  return fromSize === 'esim'
    ? `${before}のeSIMは、もう使えません。手元にあれば、そのスマホの設定から消してください。`
    : `${before}のSIMカードは、もう使えません。手元にあれば、はさみで切るなどして処分してください（返却は要りません）。`
}
