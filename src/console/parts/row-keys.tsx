import { Key } from '#console/shell/icon.tsx'

/** What can be pressed in a list, printed under it. */
export const RowKeys = ({ hasActs = false }: { readonly hasActs?: boolean }) => (
  <p className="keys-line" aria-hidden="true">
    <span>
      <Key>J</Key> <Key>K</Key> 上下
    </span>
    <span>
      <Key>Enter</Key> 開く
    </span>
    {hasActs ? (
      <>
        <span>
          <Key>A</Key> 受け持つ
        </span>
        <span>
          <Key>N</Key> 次へ
        </span>
      </>
    ) : null}
  </p>
)
