/// The style sheet of a flame graph's page.
enum FlameStyle {
  static let sheet = """
    :root { color-scheme: light dark; --ground: #fbfaf8; --card: #ffffff; --text: #1c1917; --faint: #78716c;
      --rule: #e7e2dc; --shade: 0 1px 3px rgb(60 40 20 / 0.08);
      --own: 24 92% 62%; --loop: 262 60% 74%; --system: 210 22% 76%; --root: 30 10% 84%; --ink: #1c1917;
      --hit: #be185d; --wait: rgb(30 40 60 / 0.26); }
    @media (prefers-color-scheme: dark) {
      :root { --ground: #151413; --card: #1e1c1b; --text: #eae7e3; --faint: #a39d96; --rule: #383431;
        --shade: none; --own: 20 68% 46%; --loop: 262 32% 46%; --system: 212 16% 37%; --root: 30 6% 28%;
        --ink: #faf8f5; --hit: #f472b6; --wait: rgb(0 0 0 / 0.4); }
    }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 1500px; padding: 26px 24px 40px; background: var(--ground);
      color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
    h1 { font-size: 15px; font-weight: 600; color: var(--faint); margin: 0 0 4px; letter-spacing: 0.01em; }
    .sentence { font-size: 21px; line-height: 1.35; letter-spacing: -0.01em; margin: 0 0 16px; max-width: 75ch;
      text-wrap: pretty; overflow-wrap: anywhere; }
    dl { display: flex; flex-wrap: wrap; gap: 8px 28px; margin: 0 0 20px; }
    dt { color: var(--faint); font-size: 12px; }
    dd { margin: 0; font-variant-numeric: tabular-nums; font-weight: 500; overflow-wrap: anywhere; }
    main { background: var(--card); border: 1px solid var(--rule); border-radius: 12px; padding: 14px 16px 12px;
      box-shadow: var(--shade); }
    .bar { display: flex; flex-wrap: wrap; gap: 8px 10px; align-items: center; margin-bottom: 10px; }
    .legend { flex: 1; display: flex; flex-wrap: wrap; gap: 4px 16px; font-size: 12px; color: var(--faint); }
    .key::before { content: ''; display: inline-block; width: 11px; height: 11px; border-radius: 3px;
      margin-right: 6px; vertical-align: -1px; }
    .own::before { background: hsl(var(--own)); }
    .loop::before { background: hsl(var(--loop)); }
    .system::before { background: hsl(var(--system)); }
    .blocked::before { background: repeating-linear-gradient(135deg, hsl(var(--own)) 0 3px, var(--wait) 3px 5px),
      hsl(var(--own)); }
    input, button { font: inherit; font-size: 13px; color: var(--text); background: var(--ground);
      border: 1px solid var(--rule); border-radius: 7px; padding: 5px 11px; }
    input { width: 230px; }
    input:focus-visible, button:focus-visible { outline: 2px solid hsl(var(--own)); outline-offset: 1px; }
    button { cursor: pointer; }
    button:disabled { color: var(--faint); cursor: default; opacity: 0.6; }
    #found { font-size: 13px; color: var(--hit); min-height: 1.6em; }
    svg { display: block; width: 100%; }
    svg g { cursor: pointer; }
    svg rect.box { stroke: var(--card); stroke-width: 1; rx: 2px; }
    svg g:hover rect.box { filter: brightness(1.08); stroke: var(--text); }
    svg g:focus { outline: none; }
    svg g:focus-visible rect.box { stroke: var(--text); stroke-width: 2; }
    svg text { fill: var(--ink); font: 12px ui-monospace, 'DejaVu Sans Mono', monospace; pointer-events: none; }
    svg g.above { opacity: 0.55; }
    svg.searching g:not(.hit) { opacity: 0.35; }
    svg g.hit rect.box { stroke: var(--hit); stroke-width: 2; }
    svg rect.wait { pointer-events: none; }
    #detail { margin-top: 10px; min-height: 3.1em; font-size: 13px; color: var(--faint);
      font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    #detail b { color: var(--text); font-weight: 600; }
    noscript { color: var(--faint); }
    """
}
