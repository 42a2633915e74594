import { Key } from '#console/shell/icon.tsx'

const groups: readonly (readonly [
  title: string,
  keys: readonly (readonly [keys: readonly string[], what: string])[],
])[] = [
  [
    '一覧',
    [
      [['J', 'K'], '下・上の件'],
      [['Enter'], '右に開く'],
      [['N'], '次の1件（期限の早い、担当なし）'],
      [['/'], 'しぼり込む'],
      [['S'], 'この表示を保存'],
    ],
  ],
  [
    '件',
    [
      [['A'], '受け持つ'],
      [['D'], '決める（確認を開きます）'],
      [['H'], 'あとで（いつまで）'],
      [['R'], '隠れた項目を表示（理由を聞きます）'],
      [['Ctrl', 'Enter'], '書いているものを送る'],
      [['Esc'], '戻る・閉じる'],
    ],
  ],
  [
    '行き先',
    [
      [['G', 'H'], '今日'],
      [['G', 'Q'], 'お問い合わせ'],
      [['G', 'I'], '本人確認'],
      [['G', 'P'], '承認待ち'],
      [['Ctrl', 'K'], '操作をさがす'],
    ],
  ],
]

/** Every key of the console; a letter never does what cannot be taken back, it opens 確認. */
export function KeysList() {
  return groups.map(([title, keys]) => (
    <section key={title}>
      <h2>{title}</h2>
      <dl className="keys-list">
        {keys.map(([pressed, what]) => (
          <div key={what}>
            <dt>
              {pressed.map((one) => (
                <Key key={one}>{one}</Key>
              ))}
              <span className="visually-hidden">{pressed.join(' ')}</span>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  ))
}
