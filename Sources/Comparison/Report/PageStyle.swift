/// The look of the page: light and dark, on screens and on paper. As the style of a shadow root, in which the console shows the
/// content of the page, it has the colour scheme of the document around it.
///
/// The colours of strategies are those of Okabe and Ito (Color Universal Design, 2008), made darker on white and lighter
/// on black until each has a contrast of 4.5 to 1 or more, and six of other hues.
enum PageStyle {
  /// The maximum width, in pixels, of a page with the narrow plots.
  static let narrowest = 860

  static let css = """
    :root{color-scheme:light dark}
    :root,:host{--page:light-dark(#fff,#14161a);--text:light-dark(#1b1d21,#e8eaee);--dim:light-dark(#5a616b,#a3abb6);\
    --rule:light-dark(#d9dde3,#343a43);--panel:light-dark(#f5f6f8,#1d2026);--best:light-dark(#e3f1e7,#1d3a2a);\
    --good:light-dark(#17633a,#6fd39a);--bad:light-dark(#a8241a,#ff9186);--bound:light-dark(#6b7280,#9aa3af);\
    --s0:light-dark(#0068a6,#5cb8ee);--s1:light-dark(#b54700,#ff9a5c);--s2:light-dark(#00735a,#35cfa2);\
    --s3:light-dark(#9c3f7b,#e79bc8);--s4:light-dark(#7d5a00,#ecc24a);--s5:light-dark(#4a4f57,#c3c8d0);\
    --s6:light-dark(#5a3fc0,#b8a5ff);--s7:light-dark(#9b1c1c,#ff8f8f);--s8:light-dark(#3a6b12,#9edb78);\
    --s9:light-dark(#005f78,#74d5e6);--s10:light-dark(#b0006a,#ff86ca);--s11:light-dark(#6e4a2a,#dcb68f)}
    @media print{:root,:host{color-scheme:light;--text:#000;--dim:#444;--rule:#bbb;--panel:#fff;--best:#e8e8e8;\
    --good:#000;--bad:#000;--bound:#555}}
    *{box-sizing:border-box}
    :host{display:block;padding:16px;border-radius:8px}
    body,:host{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,\
    "Noto Sans","DejaVu Sans",sans-serif}
    main{max-width:1180px;margin:0 auto;padding:32px 24px 64px}
    @media screen and (max-width:420px){main{padding:20px 16px 40px}}
    h1{font-size:2rem;line-height:1.2;margin:0 0 4px}
    h2{font-size:1.4rem;line-height:1.25;margin:48px 0 4px;padding-top:14px;border-top:2px solid var(--rule)}
    h3{font-size:1rem;margin:0 0 2px}
    p{margin:4px 0 12px;max-width:78ch}
    .dim,figcaption,.bounds{color:var(--dim)}
    a{color:inherit}
    nav{margin:12px 0;font-size:.9rem}
    nav a{display:inline-block;margin:0 12px 4px 0}
    ul.legend{display:flex;flex-wrap:wrap;gap:4px 22px;list-style:none;margin:14px 0;padding:0}
    ul.legend svg{width:30px;height:14px;margin-right:6px;vertical-align:-2px}
    .scroll{overflow-x:auto;margin:10px 0 16px}
    table{border-collapse:collapse;width:100%;font-size:.875rem;font-variant-numeric:tabular-nums}
    caption{text-align:left;color:var(--dim);padding-bottom:4px}
    th,td{padding:5px 7px;text-align:right;border-bottom:1px solid var(--rule);vertical-align:top}
    th{font-weight:600}
    thead th{vertical-align:bottom;color:var(--dim);white-space:nowrap}
    th:first-child,td:first-child{text-align:left;padding-left:0}
    th.first{border-left:1px solid var(--rule)}
    th[colspan]{text-align:center;border-bottom:0;padding-bottom:0}
    td.best{background:var(--best)}
    td.best b::after{content:" ●";color:var(--good);font-size:.7em;vertical-align:1px}
    td small{display:block;color:var(--dim)}
    th[scope=row]{min-width:9em}
    ul.choose{margin:0 0 14px;padding-left:18px}
    .held{color:var(--good)} .missed{color:var(--bad);font-weight:600}
    .plots{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,520px),1fr));gap:18px 28px;margin:14px 0}
    figure{margin:0;min-width:0}
    figure svg{display:block;width:100%;height:auto}
    .narrow{display:none} .narrow svg{max-width:440px} .plots .wide svg{max-width:640px} figure.overview .wide svg{max-width:960px}
    @media screen and (max-width:\(narrowest)px){.wide{display:none} .narrow{display:block}\
    .plots{grid-template-columns:repeat(auto-fit,minmax(min(100%,340px),1fr))}}
    figcaption{font-size:.85rem}
    svg text{font:12px system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","DejaVu Sans",sans-serif;fill:var(--text)}
    svg .tick{fill:var(--dim)}
    svg .grid{stroke:var(--rule);stroke-width:1}
    svg .axis{stroke:var(--dim);stroke-width:1}
    svg .leader{stroke:var(--rule);stroke-width:1}
    svg .bound{fill:none;stroke:var(--bound);stroke-width:1.5;stroke-dasharray:2 3}
    svg .boundname{fill:var(--dim);font-style:italic}
    svg .curve{fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round}
    svg .dashed{stroke-dasharray:6 3}
    svg .mark,svg .bar{fill:var(--c)}
    svg .hollow{fill:var(--page);stroke:var(--c);stroke-width:1.8}
    svg .spread{stroke:var(--c);stroke-width:1.5;opacity:.6}
    svg .name[class*=" s"]{fill:var(--c);font-weight:600}
    .s0{--c:var(--s0)} .s1{--c:var(--s1)} .s2{--c:var(--s2)} .s3{--c:var(--s3)} .s4{--c:var(--s4)} .s5{--c:var(--s5)}
    .s6{--c:var(--s6)} .s7{--c:var(--s7)} .s8{--c:var(--s8)} .s9{--c:var(--s9)} .s10{--c:var(--s10)} .s11{--c:var(--s11)}
    ul.bounds{font-size:.85rem;margin:0 0 8px;padding-left:18px}
    dt{font-weight:600;margin-top:8px} dd{margin:0 0 4px;max-width:78ch}
    @media print{body{font-size:11px}main{max-width:none;padding:0}nav{display:none}table{font-size:9.5px}th,td{padding:3px 4px}\
    p,dd{max-width:none}\
    .plots{grid-template-columns:1fr 1fr;gap:8px 16px}h2,h3{break-after:avoid}figure,table,tr{break-inside:avoid}\
    .scroll{overflow:visible}section.workload{break-before:page}}
    """
}
