import { Notice } from '#ui/notice.tsx'
import type { Town } from './towns-of.ts'
import type { Filled } from './with-town.ts'

type PostcodeFoundProps = {
  readonly towns: readonly Town[] | undefined
  readonly done: Filled | undefined
}

/** What came of a look-up: not found, put in, or left because something else was typed there. */
export function PostcodeFound({ towns, done }: PostcodeFoundProps) {
  // Without script the only town comes back where it was not put in.
  const left = done === undefined ? only(towns) : done.kept ? done.town : undefined
  return (
    <div role="status">
      {towns?.length === 0 ? (
        <Notice>
          この郵便番号の住所は見つかりませんでした。番号を確かめるか、住所をそのまま入力してください。会社や役所だけの番号（大口事業所の番号）からは探せません。
        </Notice>
      ) : left !== undefined ? (
        <Notice>
          この郵便番号の住所は「{left.region}
          {left.locality}
          {left.street}」です。入力済みの欄は変えていません。違うときは直してください。
        </Notice>
      ) : done !== undefined ? (
        <p className="small">郵便番号から住所を入れました。番地から先を続けて入力してください。</p>
      ) : null}
    </div>
  )
}

const only = (towns: readonly Town[] | undefined) => (towns?.length === 1 ? towns[0] : undefined)
