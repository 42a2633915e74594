import { type GalleryPart, part } from './gallery-part.ts'

/** The classes that hand-written pages use, as they are written there. */
export const vocabularyParts: readonly GalleryPart[] = [
  part('prose', '手書きのページ：文章', {
    '段落、箇条書き、表、引用': (
      <div className="prose">
        <h3>SIMカードとは</h3>
        <p>
          電話番号などの情報が入った小さなカードです。差し替えると、<a href="#sim">別の端末</a>
          でも同じ番号を使えます。
        </p>
        <ul>
          <li>標準SIM</li>
          <li>
            microSIM
            <ul>
              <li>古い端末で使われています</li>
            </ul>
          </li>
        </ul>
        <ol>
          <li>端末の電源を切ります。</li>
          <li>カードを差し替えます。</li>
        </ol>
        <dl>
          <dt>APN</dt>
          <dd>ネットワークの接続先の名前です。</dd>
        </dl>
        <blockquote>当社は、契約者からの申し出により契約を解除します。</blockquote>
        <table>
          <thead>
            <tr>
              <th scope="col">大きさ</th>
              <th scope="col">寸法</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>nanoSIM</td>
              <td>12.3 × 8.8 mm</td>
            </tr>
          </tbody>
        </table>
        <p className="small">2026年11月20日現在の情報です。</p>
      </div>
    ),
  }),
  part('vocabulary', '手書きのページ：部品', {
    手順: (
      <ol className="steps">
        <li>
          <h3>プランを選ぶ</h3>
          <p>容量とSIMの種類を選びます。</p>
        </li>
        <li>
          <h3>本人確認をする</h3>
          <p>音声通話のSIMに必要です。</p>
        </li>
        <li>
          <h3>届いたSIMを差す</h3>
          <p>切り替える時刻を選べます。</p>
        </li>
      </ol>
    ),
    目次: (
      <nav className="toc" aria-label="目次">
        <ol>
          <li>
            <a href="#one">契約の成立</a>
          </li>
          <li>
            <a href="#two">料金の支払い</a>
          </li>
          <li>
            <a href="#three">契約の解除</a>
          </li>
        </ol>
      </nav>
    ),
    '要約（divなし）と金額': (
      <>
        <dl className="summary-list">
          <dt>月額</dt>
          <dd>
            <span className="price">
              <span className="price__amount">1,188</span>
              <span className="price__unit">円（税込）</span>
            </span>
          </dd>
          <dt>最低利用期間</dt>
          <dd>ありません</dd>
        </dl>
      </>
    ),
    '2列と図': (
      <div className="columns">
        <figure className="figure">
          <svg width="120" height="64" viewBox="0 0 120 64" role="img" aria-label="SIMカードの形">
            <path d="M1 1h90l28 28v34H1z" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
          <figcaption>SIMカードの形</figcaption>
        </figure>
        <div>
          <p>図の横に説明が並びます。狭い画面では図の下に入ります。</p>
          <p className="nowrap">この行は折り返しません</p>
        </div>
      </div>
    ),
  }),
]
