import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Button, ButtonLink } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'
import { RadioCards } from './radio-cards.tsx'
import { Select } from './select.tsx'
import { Switch } from './switch.tsx'
import { TextLink } from './text-link.tsx'

describe('ボタン', () => {
  test('何も指定しなければ、送信する普通のボタン', () => {
    expect(renderToStaticMarkup(<Button>保存する</Button>)).toBe(
      '<button type="submit" class="button">保存する</button>',
    )
  })

  test('送信中は、送信中と読まれ、焦点は失わない', () => {
    expect(
      renderToStaticMarkup(
        <Button kind="primary" busy>
          保存する
        </Button>,
      ),
    ).toBe(
      '<button type="submit" class="button button--primary" aria-busy="true" aria-disabled="true">送信しています</button>',
    )
  })

  test('移動するだけのものはリンク', () => {
    expect(renderToStaticMarkup(<ButtonLink href="/fee">料金を見る</ButtonLink>)).toBe(
      '<a href="/fee" class="button">料金を見る</a>',
    )
  })

  test('新しいタブで開くリンクは、そのことを言葉で伝える', () => {
    expect(
      renderToStaticMarkup(
        <TextLink href="https://example.com/" external>
          よくある質問
        </TextLink>,
      ),
    ).toBe(
      '<a href="https://example.com/" target="_blank" rel="noopener">よくある質問<span class="visually-hidden">（新しいタブで開きます）</span></a>',
    )
  })
})

describe('スイッチ', () => {
  test('オンのスイッチを押すと、オフを送る', () => {
    expect(
      renderToStaticMarkup(<Switch id="fast" name="highSpeed" label="高速データ通信" on />),
    ).toBe(
      '<button id="fast" type="submit" class="switch" value="off" aria-pressed="true" name="highSpeed"><span>高速データ通信</span><span class="switch__track" aria-hidden="true"></span><span class="switch__state" aria-hidden="true">オン</span></button>',
    )
  })

  test('切り替えられないときは、灰色にするだけでなく理由を読み上げる', () => {
    const markup = renderToStaticMarkup(
      <Switch
        id="fast"
        name="highSpeed"
        label="高速データ通信"
        on={false}
        locked="18:06からです。"
      />,
    )
    expect(markup).toContain('value="on" aria-pressed="false" aria-disabled="true"')
    expect(markup).toContain('aria-describedby="fast-note"')
    expect(markup).toContain('<p class="switch__note" id="fast-note">18:06からです。</p>')
  })
})

describe('入力欄', () => {
  test('ラベル、説明、誤り、欄の順に読まれ、互いに結ばれている', () => {
    expect(
      renderToStaticMarkup(
        <Field name="zip" label="郵便番号" hint="7桁です。" error="1桁足りません。" required />,
      ),
    ).toBe(
      '<div class="field field--wrong"><label class="field__label" for="zip">郵便番号<span class="field__need">必須</span></label><p class="field__hint" id="zip-hint">7桁です。</p><p class="field__error" id="zip-error">1桁足りません。</p><input type="text" required="" aria-describedby="zip-hint zip-error" aria-invalid="true" id="zip" class="field__input" name="zip"/></div>',
    )
  })

  test('選択欄は、選んだものを選んだまま返す', () => {
    expect(
      renderToStaticMarkup(
        <Select
          name="month"
          label="月"
          defaultValue="2026-10"
          options={[
            { value: '2026-11', label: '11月' },
            { value: '2026-10', label: '10月' },
          ]}
        />,
      ),
    ).toContain(
      '<option value="2026-11">11月</option><option value="2026-10" selected="">10月</option>',
    )
  })

  test('選択カードは、選べないものにも理由がある', () => {
    const markup = renderToStaticMarkup(
      <RadioCards
        name="size"
        label="容量"
        defaultValue="3"
        options={[
          { value: '3', label: '3GB' },
          { value: '8', label: '8GB', hint: '12月1日から選べます', disabled: true },
        ]}
      />,
    )
    expect(markup).toContain('<legend class="field__label">容量</legend>')
    expect(markup).toContain('<input type="radio" name="size" checked="" value="3"/>')
    expect(markup).toContain('8GB<span class="choice__hint">12月1日から選べます</span>')
  })

  test('チェック欄はラベルを押しても選べる', () => {
    expect(renderToStaticMarkup(<Checkbox name="agree" label="同意します" />)).toBe(
      '<div class="field"><label class="check" for="agree"><input type="checkbox" id="agree" name="agree"/><span>同意します</span></label></div>',
    )
  })

  test('誤りのまとめから、それぞれの欄へ行ける', () => {
    expect(
      renderToStaticMarkup(
        <ErrorSummary errors={[{ fieldId: 'zip', message: '郵便番号の桁数が足りません。' }]} />,
      ),
    ).toBe(
      '<div class="error-summary" tabindex="-1" role="alert" aria-labelledby="error-summary-title"><h2 id="error-summary-title">入力内容をご確認ください</h2><ul><li><a href="#zip">郵便番号の桁数が足りません。</a></li></ul></div>',
    )
  })

  test('誤りがなければ、まとめもない', () => {
    expect(renderToStaticMarkup(<ErrorSummary errors={[]} />)).toBe('')
  })
})
