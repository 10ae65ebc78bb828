// The host's knobs of a variant, made from what the list of variants says of them.

import { html } from "../../vendor/preact-htm.js";
import { t } from "../lib/texts.js";
import { Select } from "../ui.js";

const MOST_CHOICES = 60;

/** All values of an option, as a list; null for a range too wide to list. */
function valuesOf(option) {
  if (option.values) return option.values;
  const step = option.step || 1;
  const count = Math.floor((option.max - option.min) / step) + 1;
  if (count > MOST_CHOICES) return null;
  return Array.from({ length: count }, (_, at) => option.min + at * step);
}

/** The name of an option in `options`: what the server says, else the last part of its path, where that is unique. */
function nameOf(option, variant) {
  if (option.name) return option.name;
  const last = (path) => path.split(".").pop();
  const twins = variant.options.filter((other) => last(other.path) === last(option.path));
  return twins.length > 1 ? option.path : last(option.path);
}

/** The options that differ from the variant's own, by name. */
export function changedOptions(variant, values) {
  const changed = variant.options.filter((option) => option.path in values && values[option.path] !== option.default);
  return Object.fromEntries(changed.map((option) => [nameOf(option, variant), values[option.path]]));
}

function Knob({ option, value, onChange }) {
  const id = `option-${option.path.replace(/\W/g, "-")}`;
  const values = valuesOf(option);
  if (!values) {
    return html`<label class="field" for=${id}><span>${option.title}</span>
      <input id=${id} type="number" min=${option.min} max=${option.max} step=${option.step} value=${value}
        onInput=${(event) => onChange(Number(event.target.value))} /></label>`;
  }
  const choices = values.map((each, at) => [String(at), option.labels?.[at] ?? String(each)]);
  return html`<${Select} id=${id} label=${option.title} options=${choices} value=${String(values.indexOf(value))}
    onChange=${(at) => onChange(values[Number(at)])} />`;
}

export function Options({ variant, values, onChange }) {
  if (!variant.options.length) return null;
  return html`<fieldset class="options">
    <legend>${t("start.options")}</legend>
    ${variant.options.map((option) => html`<${Knob} key=${`${variant.id}/${option.path}`} option=${option}
      value=${option.path in values ? values[option.path] : option.default}
      onChange=${(value) => onChange({ ...values, [option.path]: value })} />`)}
  </fieldset>`;
}
