// SPDX-License-Identifier: Apache-2.0
package dev.lockstep.cli.analyze.show.page;

/// How the page looks, in light and in dark.
final class PageStyle {
    static final String CSS = """
        :root{--bg:#fff;--fg:#1d2330;--dim:#5d6677;--grid:#dfe3ea;--card:#f5f7fa;--heat:#c2410c;--bad:#b42318;
        --transfer:#2f6fde;--wait:#e09f3e;--c0:#2f6fde;--c1:#c2410c;--c2:#0f8a6a;--c3:#8b5cf6;--c4:#b7791f;--c5:#be3a82}
        @media(prefers-color-scheme:dark){:root{--bg:#14171d;--fg:#e6e9ef;--dim:#9aa4b5;--grid:#2c323d;--card:#1c2129;
        --heat:#fb923c;--bad:#ff8a7a;--transfer:#6ea0ff;--wait:#f0b45b;--c0:#6ea0ff;--c1:#fb923c;--c2:#3fc9a1;--c3:#b197fc;
        --c4:#e0b64c;--c5:#f07ab8}}
        body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,sans-serif}
        main{max-width:980px;margin:0 auto;padding:28px 20px 60px}
        h1{font-size:25px;line-height:1.3;margin:4px 0 18px}h1.found{color:var(--bad)}
        h2{font-size:18px;margin:34px 0 4px}h3{font-size:13px;margin:0;color:var(--dim);letter-spacing:.03em}
        p{margin:6px 0}.job,.legend{color:var(--dim)}.notes{color:var(--dim)}
        section{background:var(--card);border-radius:8px;padding:14px 18px;margin:12px 0}
        section ul{margin:6px 0;padding-left:20px}.next{font-weight:600}
        svg{width:100%;height:auto;display:block;margin-top:8px}svg text{fill:var(--dim);font-size:12px}
        .grid{stroke:var(--grid)}.heat{fill:var(--heat)}.unknown{fill:var(--grid)}
        .transfer{fill:var(--transfer)}.wait{fill:var(--wait)}
        line.c0,line.c1,line.c2,line.c3,line.c4,line.c5{stroke-width:2}
        .c0{stroke:var(--c0);fill:var(--c0)}.c1{stroke:var(--c1);fill:var(--c1)}.c2{stroke:var(--c2);fill:var(--c2)}
        .c3{stroke:var(--c3);fill:var(--c3)}.c4{stroke:var(--c4);fill:var(--c4)}.c5{stroke:var(--c5);fill:var(--c5)}
        .legend span{margin-right:18px}.legend i{display:inline-block;width:11px;height:11px;border-radius:3px;
        margin-right:6px}.kt{background:var(--transfer)}.kw{background:var(--wait)}
        .k0{background:var(--c0)}.k1{background:var(--c1)}.k2{background:var(--c2)}.k3{background:var(--c3)}
        .k4{background:var(--c4)}.k5{background:var(--c5)}
        pre{overflow:auto;background:var(--card);border-radius:8px;padding:14px;font-size:12px}
        hr{border:0;border-top:1px solid var(--grid);margin:48px 0}
        """;

    private PageStyle() {}
}
