/** The one style sheet; every pair of colours has a contrast of at least 4.5 to 1, in light and in dark. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f4f6f9; --card: #ffffff; --ink: #1c2430; --quiet: #586373; --line: #d5dae1; --field-line: #7d8897;
  --accent: #1f4f8f; --accent-ink: #ffffff; --accent-tint: #e9f0f9;
  --bad: #9b1c1c; --bad-tint: #fdf1f0; --good: #1c6640; --good-tint: #ebf6f0; --mark: #eef2f7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12161c; --card: #1b2129; --ink: #e8ecf2; --quiet: #a3aebd; --line: #333c48; --field-line: #78859a;
    --accent: #8db8f0; --accent-ink: #0f1a29; --accent-tint: #1e2b3d;
    --bad: #ff9d94; --bad-tint: #351d1d; --good: #7fd6a5; --good-tint: #17301f; --mark: #27303b;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; overflow-wrap: anywhere; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .5rem 1rem; z-index: 1; }
.head { border-bottom: 1px solid var(--line); background: var(--card); }
.head-row { max-width: 60rem; margin: 0 auto; padding: .75rem 1.25rem; display: flex; gap: .5rem 1.25rem; align-items: center; flex-wrap: wrap; }
.brand { font-weight: 650; text-decoration: none; color: var(--ink); margin-right: auto; }
.menu { display: flex; gap: .5rem 1.25rem; align-items: center; flex-wrap: wrap; }
.menu form { margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; }
.narrow { max-width: 46rem; margin: 0 auto; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .35rem; }
h2 { font-size: 1.15rem; line-height: 1.35; margin: 1.75rem 0 .5rem; }
.card > h2:first-child { margin-top: 0; }
p { margin: 0 0 .9rem; }
.card > :last-child, .card > form > :last-child, details > form > :last-child { margin-bottom: 0; }
.quiet { color: var(--quiet); font-size: .925rem; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1.5rem; margin: 0 0 1.25rem; }
.message { max-width: 34rem; margin: 2rem auto; }
.paper { padding: 2rem; }
.paper .value { font-weight: 600; background: var(--mark); border-radius: 2px; white-space: pre-wrap; }
.whole { display: inline-block; }
.paper .blank { color: var(--quiet); }
.paper .mark { font-family: "Segoe Script", "Bradley Hand", "Snell Roundhand", cursive; font-size: 1.25em; }
.mark img, img.mark { max-height: 4rem; max-width: 100%; background: #ffffff; }
.page-break { border: 0; border-top: 1px dashed var(--line); margin: 1.75rem 0; }
.note { border-left: 3px solid var(--accent); background: var(--accent-tint); padding: .7rem 1rem; margin: 0 0 1.25rem; border-radius: 0 6px 6px 0; }
.note.good { border-color: var(--good); background: var(--good-tint); }
.note.bad, .problems { border-left: 3px solid var(--bad); background: var(--bad-tint); }
.note > :last-child, .problems > :last-child { margin-bottom: 0; }
.problems { padding: .9rem 1.1rem; margin: 0 0 1.25rem; border-radius: 0 6px 6px 0; }
.problems h2 { margin: 0 0 .3rem; font-size: 1rem; color: var(--bad); }
.problems ul { margin: 0; padding-left: 1.2rem; }
.problems a { color: inherit; }
.field { margin: 0 0 1.25rem; border: 0; padding: 0; min-width: 0; }
.field label, .field legend { font-weight: 600; display: block; margin: 0 0 .3rem; padding: 0; }
.field .choice { font-weight: 400; display: flex; gap: .65rem; align-items: flex-start; padding: .4rem 0; margin: 0; cursor: pointer; }
.field .choice input { width: 1.2rem; height: 1.2rem; margin: .15rem 0 0; flex: none; accent-color: var(--accent); }
.field .hint { color: var(--quiet); font-size: .875rem; margin: 0 0 .35rem; font-weight: 400; }
.field .error { color: var(--bad); font-size: .925rem; font-weight: 600; margin: .35rem 0 0; }
.field.wrong { border-left: 3px solid var(--bad); padding-left: .9rem; }
.optional { color: var(--quiet); font-weight: 400; font-size: .875rem; }
input[type=text], input[type=date], input[type=password], input[type=search], select, textarea {
  width: 100%; max-width: 100%; min-height: 2.75rem; padding: .5rem .7rem; font: inherit; color: var(--ink);
  background: var(--card); border: 1px solid var(--field-line); border-radius: 6px;
}
.wrong input, .wrong select, .wrong textarea { border-color: var(--bad); }
textarea { min-height: 5rem; resize: vertical; }
input.signature { font-family: "Segoe Script", "Bradley Hand", "Snell Roundhand", cursive; font-size: 1.35rem; }
canvas { display: block; width: 100%; height: 9rem; background: #ffffff; border: 1px solid var(--field-line); border-radius: 6px; touch-action: none; cursor: crosshair; }
button, .button {
  display: inline-block; font: inherit; font-weight: 600; min-height: 2.75rem; padding: .55rem 1.3rem; border-radius: 6px; text-decoration: none;
  border: 1px solid var(--accent); background: var(--accent); color: var(--accent-ink); cursor: pointer;
}
button.plain, .button.plain { background: transparent; color: var(--accent); }
button.bad { background: transparent; color: var(--bad); border-color: var(--bad); }
button.link { border: 0; background: none; color: var(--accent); padding: 0; min-height: 0; font-weight: 400; text-decoration: underline; }
.buttons { margin: 0 0 1.25rem; display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; }
form.card > details { margin: -.5rem 0; }
details > summary { cursor: pointer; color: var(--accent); padding: .5rem 0; width: fit-content; }
details[open] > summary { margin-bottom: .5rem; }
table { width: 100%; border-collapse: collapse; }
th { text-align: left; font-size: .85rem; color: var(--quiet); font-weight: 600; }
th, td { padding: .65rem .75rem .65rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child > td { border-bottom: 0; }
td small { display: block; color: var(--quiet); font-size: .85rem; }
.status { display: inline-block; font-size: .85rem; font-weight: 600; padding: .1rem .6rem; border-radius: 999px; background: var(--mark); white-space: nowrap; }
.status.good { background: var(--good-tint); color: var(--good); }
.status.bad { background: var(--bad-tint); color: var(--bad); }
.status.open { background: var(--accent-tint); color: var(--accent); }
.filter { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0 0 1.25rem; }
.filter .field { margin: 0; flex: 1 1 12rem; }
.between { margin: 0 0 .75rem; display: flex; justify-content: space-between; gap: .5rem 1.25rem; flex-wrap: wrap; align-items: start; }
dl { display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; gap: .35rem 1.25rem; margin: 0; }
dt { color: var(--quiet); }
dd { margin: 0; min-width: 0; }
table + .buttons { margin: 1.25rem 0 .5rem; }
ol.history { list-style: none; margin: 0; padding: 0; }
ol.history li { padding: .6rem 0; border-bottom: 1px solid var(--line); }
ol.history li:last-child { border-bottom: 0; }
@media (max-width: 40rem) {
  main { padding: 1rem .75rem 3rem; }
  .card { padding: 1.1rem; }
  .paper { padding: 1.25rem; }
  .buttons > button, .buttons > .button, .buttons > form, .buttons > form > button { width: 100%; text-align: center; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .6rem; }
  table.stack thead { position: absolute; left: -999rem; }
  table.stack tr { display: block; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  table.stack tr:last-child { border-bottom: 0; }
  table.stack td { display: block; border: 0; padding: .1rem 0; }
}
@media print { .head, .skip, form { display: none; } body { background: none; } .card { border: 0; padding: 0; } }
`.trimStart();
