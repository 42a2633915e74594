import { escapeMarkup } from './escape-markup.ts'

/** How a criterion was tried. Nothing is called tried that no run of ours shows. */
type Trial =
  /** Rules of axe alone: what they find is mended, what they cannot see is not tried. */
  | { readonly by: 'axe' }
  /** A test of ours, by file and title, besides axe's rules where there are any. */
  | { readonly by: 'test'; readonly test: readonly [file: string, title: string] }
  /** Nothing on the site that it is about. */
  | { readonly by: 'nothing there'; readonly reason: string }
  /** Wants a person, and none has tried it yet. */
  | { readonly by: 'nobody' }
  /** Looked at on that day, `YYYY-MM-DD`, on the screens that the page names. */
  | { readonly by: 'hand'; readonly on: string }

export type Criterion = {
  readonly number: string
  readonly name: string
  readonly level: 'A' | 'AA'
  /** Rules of axe that look at it (`tests/accessibility-results.test.ts` compares them with axe's own list). */
  readonly axe: readonly string[]
  readonly trial: Trial
  /** What does not conform; of which the page says so. */
  readonly fault?: string
}

/** The run over all public pages that the page is dated by: axe, 375 and 1280 pixels wide. */
export const publicRun = { on: '2026-11-28', axe: '4.14', pages: 61, findings: 0 }

/** The run by hand: the same twelve screens, at 375 and 1280 pixels, enlarged to 200 % and 400 %, by keyboard alone. */
const byHand = { by: 'hand', on: '2026-11-28' } as const
const noMedia = { by: 'nothing there', reason: '音声と動画を使っていません' } as const

const criterion = (
  number: string,
  name: string,
  level: Criterion['level'],
  axe: Criterion['axe'],
  trial: Trial,
  fault?: string,
): Criterion => ({ number, name, level, axe, trial, ...(fault !== undefined && { fault }) })

/** JIS X 8341-3:2016 (WCAG 2.0), levels A and AA, in the order of the standard. */
export const criteria: readonly Criterion[] = [
  criterion(
    '1.1.1',
    '非テキストコンテンツ',
    'A',
    [
      'aria-meter-name',
      'aria-progressbar-name',
      'image-alt',
      'input-image-alt',
      'object-alt',
      'role-img-alt',
      'svg-img-alt',
    ],
    { by: 'axe' },
  ),
  criterion('1.2.1', '音声だけ及び映像だけ（収録済み）', 'A', [], noMedia),
  criterion('1.2.2', 'キャプション（収録済み）', 'A', ['video-caption'], noMedia),
  criterion('1.2.3', '音声解説又は代替コンテンツ（収録済み）', 'A', [], noMedia),
  criterion('1.2.4', 'キャプション（ライブ）', 'AA', [], noMedia),
  criterion('1.2.5', '音声解説（収録済み）', 'AA', [], noMedia),
  criterion(
    '1.3.1',
    '情報及び関係性',
    'A',
    [
      'aria-hidden-body',
      'aria-required-children',
      'aria-required-parent',
      'definition-list',
      'dlitem',
      'list',
      'listitem',
      'td-headers-attr',
      'th-has-data-cells',
    ],
    { by: 'axe' },
  ),
  criterion('1.3.2', '意味のある順序', 'A', [], byHand),
  criterion('1.3.3', '感覚的な特徴', 'A', [], { by: 'nobody' }),
  criterion('1.4.1', '色の使用', 'A', ['link-in-text-block'], { by: 'axe' }),
  criterion('1.4.2', '音声の制御', 'A', ['no-autoplay-audio'], noMedia),
  criterion('1.4.3', 'コントラスト（最低限レベル）', 'AA', ['color-contrast'], { by: 'axe' }),
  criterion('1.4.4', 'テキストのサイズ変更', 'AA', ['meta-viewport'], {
    by: 'test',
    test: [
      'tests/e2e/shell-narrow.e2e.ts',
      '文字を200%にした320pxの画面で、本文も金額も見出しも横にはみ出さない',
    ],
  }),
  criterion('1.4.5', '文字画像', 'AA', [], byHand),
  criterion(
    '2.1.1',
    'キーボード',
    'A',
    ['frame-focusable-content', 'scrollable-region-focusable', 'server-side-image-map'],
    { by: 'axe' },
  ),
  criterion('2.1.2', 'キーボードトラップなし', 'A', [], byHand),
  criterion('2.2.1', 'タイミング調整可能', 'A', ['meta-refresh'], {
    by: 'test',
    test: [
      'tests/e2e/mypage-login-end.e2e.ts',
      'ログインが終わる2分前に知らせ、1回押すだけで、入力した内容も入力していた欄もそのままに続けられる',
    ],
  }),
  criterion('2.2.2', '一時停止、停止及び非表示', 'A', ['blink', 'marquee'], { by: 'axe' }),
  criterion('2.3.1', '3回のせん（閃）光、又はしきい値以下', 'A', [], {
    by: 'nothing there',
    reason: '点滅するものを置いていません',
  }),
  criterion('2.4.1', 'ブロックスキップ', 'A', ['bypass'], {
    by: 'test',
    test: [
      'tests/e2e/shell-header.e2e.ts',
      'アプリが動く前に開いたメニューは開いたまま残り、最初のTabで、本文へ進むリンクが出る',
    ],
  }),
  criterion('2.4.2', 'ページタイトル', 'A', ['document-title'], { by: 'axe' }),
  criterion('2.4.3', 'フォーカス順序', 'A', [], byHand),
  criterion('2.4.4', 'リンクの目的（コンテキスト内）', 'A', ['area-alt', 'link-name'], {
    by: 'axe',
  }),
  criterion('2.4.5', '複数の手段', 'AA', [], byHand),
  criterion('2.4.6', '見出し及びラベル', 'AA', [], byHand),
  criterion('2.4.7', 'フォーカスの可視化', 'AA', [], byHand),
  criterion(
    '3.1.1',
    'ページの言語',
    'A',
    ['html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch'],
    { by: 'axe' },
  ),
  criterion('3.1.2', '一部分の言語', 'AA', ['valid-lang'], { by: 'axe' }),
  criterion('3.2.1', 'フォーカス時', 'A', [], byHand),
  criterion('3.2.2', '入力時', 'A', [], { by: 'nobody' }),
  criterion('3.2.3', '一貫したナビゲーション', 'AA', [], byHand),
  criterion('3.2.4', '一貫した識別性', 'AA', [], { by: 'nobody' }),
  criterion('3.3.1', 'エラーの特定', 'A', [], {
    by: 'test',
    test: [
      'tests/http/order.test.ts',
      '入力は保存され、足りない答えは欄の横で示し、前の質問へ戻っても残る',
    ],
  }),
  criterion('3.3.2', 'ラベル又は説明', 'A', ['form-field-multiple-labels'], { by: 'axe' }),
  criterion('3.3.3', 'エラー修正の提案', 'AA', [], {
    by: 'test',
    test: [
      'tests/http/devices.test.ts',
      '端末の登録は、打ち間違いを欄の横で示し、確認と同意のあとで受け付け、登録までを一覧に見せる',
    ],
  }),
  criterion('3.3.4', 'エラー回避（法的、金融及びデータ）', 'AA', [], {
    by: 'test',
    test: [
      'tests/http/procedures.test.ts',
      '解約は費用と最終利用日が先に出て、回線ごとに予約し、取り消せる',
    ],
  }),
  criterion('4.1.1', '構文解析', 'A', [], { by: 'nobody' }),
  criterion(
    '4.1.2',
    '名前、役割及び値',
    'A',
    [
      'area-alt',
      'aria-allowed-attr',
      'aria-braille-equivalent',
      'aria-command-name',
      'aria-conditional-attr',
      'aria-deprecated-role',
      'aria-hidden-body',
      'aria-hidden-focus',
      'aria-input-field-name',
      'aria-prohibited-attr',
      'aria-required-attr',
      'aria-roles',
      'aria-tab-name',
      'aria-toggle-field-name',
      'aria-tooltip-name',
      'aria-valid-attr',
      'aria-valid-attr-value',
      'button-name',
      'duplicate-id-aria',
      'frame-title',
      'frame-title-unique',
      'input-button-name',
      'input-image-alt',
      'label',
      'link-name',
      'nested-interactive',
      'select-name',
      'summary-name',
    ],
    { by: 'axe' },
  ),
]

const words = {
  axe: '自動の試験で問題なし',
  test: '自動の試験で問題なし',
  'nothing there': '該当なし',
  nobody: '人の手で試験する前',
  hand: '人の手の試験で問題なし',
} as const

/** How many criteria stand how; the page says it in one sentence. */
export function countTrials(list: readonly Criterion[] = criteria) {
  const sound = list.filter(({ fault }) => fault === undefined)
  const count = (...by: Trial['by'][]) => sound.filter(({ trial }) => by.includes(trial.by)).length
  return {
    all: list.length,
    tried: count('axe', 'test', 'hand'),
    nothingThere: count('nothing there'),
    untried: count('nobody'),
    faulty: list.length - sound.length,
  }
}

/** The table of the page: each criterion with its level, result and how it was tried. */
export function accessibilityTable(list: readonly Criterion[] = criteria): string {
  return [
    '<div class="table-scroll"><table class="table table--stack">',
    '<caption>達成基準ごとの試験結果（レベルAとAA）</caption>',
    '<thead><tr><th scope="col">達成基準</th><th scope="col">レベル</th><th scope="col">結果</th><th scope="col">確かめ方</th></tr></thead>',
    `<tbody>${list.map(rowMarkup).join('\n')}</tbody></table></div>`,
  ].join('\n')
}

function rowMarkup(criterion: Criterion): string {
  const { number, name, level, trial, fault } = criterion
  const result = fault === undefined ? words[trial.by] : `適合していません。${fault}`
  const [title, said, how] = [`${number} ${name}`, result, howOf(criterion)].map(escapeMarkup)
  return `<tr><th scope="row" data-label="達成基準">${title}</th><td data-label="レベル">${level}</td><td data-label="結果">${said}</td><td data-label="確かめ方">${how}</td></tr>`
}

function howOf({ trial, axe }: Criterion): string {
  const rules = axe.length === 0 ? '' : `axeの${axe.length}の規則`
  if (trial.by === 'nothing there') return trial.reason
  if (trial.by === 'hand') return `${trial.on}に、人の手で`
  if (trial.by === 'test') return ['画面を動かす自動の試験', rules].filter(Boolean).join('、')
  return rules || '－'
}

/** In one sentence each: the run, the count, and what does not conform. */
export function accessibilitySummary(list: readonly Criterion[] = criteria): string {
  const { all, tried, nothingThere, untried, faulty } = countTrials(list)
  const { axe, pages, findings } = publicRun
  return [
    '<dl class="summary-list">',
    entry(
      'axe（自動検査）',
      `公開ページ${pages}枚を、375ピクセルと1280ピクセルの幅で検査。指摘は${findings}件（axe ${axe}）`,
    ),
    entry('自動の試験で問題なし', `${all}の達成基準のうち${tried}`),
    entry('該当するものがない', `${nothingThere}`),
    entry('人の手で試験する前', `${untried}`),
    entry('適合していないと分かっているもの', faulty === 0 ? 'ありません' : `${faulty}`),
    '</dl>',
  ].join('\n')
}

const entry = (term: string, value: string) =>
  `<div><dt>${escapeMarkup(term)}</dt><dd>${escapeMarkup(value)}</dd></div>`
