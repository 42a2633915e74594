/** A source and its echoes: rings that touch where the sound begins. public/favicon.svg draws the same. */
export function LogoMark() {
  return (
    <svg className="logo__mark" viewBox="0 0 32 32" aria-hidden="true">
      <circle cx="16" cy="16" r="14" />
      <circle cx="16" cy="20" r="10" />
      <circle className="logo__source" cx="16" cy="24.5" r="5.5" />
    </svg>
  )
}

/** The mark and the operator's word, in the page's own font. */
export function Logo({ name }: { readonly name: string }) {
  return (
    <span className="logo">
      <LogoMark />
      {name}
    </span>
  )
}
