// An editor for rules and tests: highlighting, completion, and findings at their lines. It lives in a shadow root, whose
// styles a page may set under the strict policy for content.

import { autocompletion, closeBrackets, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { json } from "@codemirror/legacy-modes/mode/javascript";
import { yaml } from "@codemirror/legacy-modes/mode/yaml";
import { linter, lintGutter, lintKeymap } from "@codemirror/lint";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

/** The mode names properties as older libraries did. */
const rules = { ...json, tokenTable: { property: tags.propertyName } };

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.string], color: "var(--ink)" },
  { tag: [tags.comment], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.atom, tags.keyword, tags.bool, tags.number], color: "var(--go)" },
]);

const looks = EditorView.theme({
  "&": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "0.35rem", fontSize: "0.9rem" },
  "&.cm-focused": { outline: "3px solid var(--ask)" },
  ".cm-scroller": { overflow: "auto", fontFamily: "ui-monospace, monospace", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)", minHeight: "8rem" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--soft)", border: "none" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-tooltip": { backgroundColor: "var(--card)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--go)", color: "var(--go-ink)" },
  // The pictures of the library are data in the style, which the policy for content does not let in.
  ".cm-lint-marker": { width: "1rem", color: "var(--ask)" },
  ".cm-lint-marker-warning": { content: "none" },
  ".cm-lint-marker-error": { content: "none", color: "var(--stop)" },
  ".cm-lint-marker-info": { content: "none" },
  ".cm-lint-marker::before": { content: '"▲"' },
  ".cm-lintRange": { backgroundImage: "none" },
  ".cm-lintRange-warning": { backgroundImage: "none", textDecoration: "underline wavy var(--ask)" },
  ".cm-lintRange-error": { backgroundImage: "none", textDecoration: "underline wavy var(--stop)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--line) !important" },
});

/** What may be written at a place: tools, actions, and the beginnings of patterns. */
function completing(words) {
  return (context) => {
    const word = context.matchBefore(/[\w$*]+/);
    if (!word && !context.explicit) return null;
    return { from: word?.from ?? context.pos, options: words.map(([label, detail]) => ({ label, detail })), validFor: /^[\w$*]*$/ };
  };
}

/**
 * Puts an editor into `place`. `check(text)` gives findings `{line, column, severity, message}`; `changed(text)` is told of
 * every change.
 */
export function edit(place, { label, text, language, words = [], check, changed = () => {}, readOnly = false }) {
  const root = place.attachShadow({ mode: "open" });
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        search({ top: true }),
        autocompletion({ override: [completing(words)] }),
        StreamLanguage.define(language === "yaml" ? yaml : rules),
        syntaxHighlighting(colours),
        looks,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorState.readOnly.of(readOnly),
        keymap.of([...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
        ...(check ? [lintGutter(), linter((current) => diagnostics(current, check), { delay: 300 })] : []),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(now) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: now } });
    },
    /** Goes to a line, counted from 1. */
    goTo(line) {
      const at = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines)).from;
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

async function diagnostics(view, check) {
  const found = await check(view.state.doc.toString());
  return found.map(({ line, column, severity, message }) => {
    const place = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
    const from = Math.min(place.from + Math.max(0, column - 1), place.to);
    return { from: column === 0 ? place.from : from, to: place.to, severity, message };
  });
}
