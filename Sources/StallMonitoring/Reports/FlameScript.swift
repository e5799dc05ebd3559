/// The script that draws a flame graph, with zoom and search. Plain JavaScript.
enum FlameScript {
  static let text = #"""
    (() => {
      'use strict';
      const NS = 'http://www.w3.org/2000/svg', ROW = 21, GAP = 1, CHAR = 7.25;
      const svg = document.getElementById('graph'), detail = document.getElementById('detail');
      const search = document.getElementById('search'), found = document.getElementById('found');
      const reset = document.getElementById('reset'), flip = document.getElementById('flip');
      const hint = detail.textContent, tones = ['--own', '--loop', '--system', '--root'];
      const parse = (entry, parent, depth) => {
        const node = { name: entry[0], place: entry[1], module: entry[2], tone: entry[3], time: entry[4],
          blocked: entry[5], samples: entry[6], parent, depth };
        node.children = entry[7].map(child => parse(child, node, depth + 1));
        node.own = Math.max(0, node.time - node.children.reduce((sum, child) => sum + child.time, 0));
        return node;
      };
      const root = parse(JSON.parse(document.getElementById('data').textContent), null, 0);
      const total = Math.max(1, root.time);
      let focus = root, upward = false, pattern = '', width = 0;

      const duration = us => us >= 1e6 ? (us / 1e6).toFixed(2) + ' s'
        : us >= 1e4 ? Math.round(us / 1e3) + ' ms' : us >= 1e3 ? (us / 1e3).toFixed(1) + ' ms' : us + ' µs';
      const percent = us => (100 * us / total).toFixed(us * 10 < total ? 1 : 0) + ' %';
      // The same function has the same shade everywhere: near its group's colour, and told apart from its neighbours.
      const shade = name => {
        let hash = 7;
        for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) >>> 0;
        return hash;
      };
      const colour = node => {
        const hash = shade(node.name), turn = node.tone === 0 ? hash % 23 - 11 : hash % 9 - 4;
        const light = (hash >> 8) % 9 - 4;
        const [h, s, l] = getComputedStyle(document.documentElement).getPropertyValue(tones[node.tone])
          .trim().split(/\s+/).map(parseFloat);
        return `hsl(${h + turn} ${s}% ${l + light}%)`;
      };
      const make = (name, attributes, parent) => {
        const element = document.createElementNS(NS, name);
        for (const key in attributes) element.setAttribute(key, attributes[key]);
        parent.appendChild(element);
        return element;
      };
      const say = node => {
        detail.textContent = '';
        const name = document.createElement('b');
        name.textContent = node.name;
        detail.append(name, node.place ? '  ' + node.place : '', node.module ? '  in ' + node.module : '',
          document.createElement('br'),
          `${duration(node.time)}, ${percent(node.time)} of all; in itself ${duration(node.own)}; ` +
          `blocked ${Math.round(100 * node.blocked / Math.max(1, node.time))} % of it; ` +
          `${node.samples} ${node.samples === 1 ? 'sample' : 'samples'}`);
      };
      const matches = node => pattern !== '' && node.name.toLowerCase().includes(pattern);

      const draw = () => {
        width = svg.clientWidth || 1200;
        svg.textContent = '';
        const stripes = make('pattern', { id: 'stripes', width: 6, height: 6, patternUnits: 'userSpaceOnUse',
          patternTransform: 'rotate(45)' }, make('defs', {}, svg));
        make('rect', { width: 2, height: 6, style: 'fill: var(--wait)' }, stripes);
        const path = new Set();
        for (let node = focus.parent; node; node = node.parent) path.add(node);
        const boxes = [];
        let deepest = 0, hits = 0;
        const place = (node, x, w) => {
          if (w < 0.4) return;
          boxes.push([node, x, w]);
          deepest = Math.max(deepest, node.depth);
          let at = x;
          for (const child of node.children) {
            const part = w * child.time / Math.max(1, node.time);
            place(child, at, part);
            at += part;
          }
        };
        for (const node of [...path].reverse()) boxes.push([node, 0, width]);
        place(focus, 0, width);
        const height = (deepest + 1) * ROW;
        svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
        svg.style.height = height + 'px';
        for (const [node, x, w] of boxes) {
          const y = upward ? height - (node.depth + 1) * ROW : node.depth * ROW;
          const group = make('g', { tabindex: w > 8 ? 0 : -1 }, svg);
          if (path.has(node)) group.classList.add('above');
          if (matches(node)) { group.classList.add('hit'); hits++; }
          make('rect', { class: 'box', x, y, width: Math.max(w - GAP, 0.3), height: ROW - GAP, fill: colour(node) }, group);
          const blocked = node.blocked / Math.max(1, node.time);
          if (blocked > 0.02 && w > 2) {
            make('rect', { class: 'wait', x, y: y + ROW - GAP - 4, width: Math.max(0, (w - GAP) * blocked), height: 4,
              fill: 'url(#stripes)' }, group);
          }
          const room = Math.floor((w - 10) / CHAR);
          if (room >= 3) {
            const label = make('text', { x: x + 5, y: y + 14 }, group);
            label.textContent = node.name.length <= room ? node.name : node.name.slice(0, room - 1) + '…';
          }
          make('title', {}, group).textContent = `${node.name}\n${duration(node.time)}, ${percent(node.time)}`;
          group.addEventListener('click', () => zoom(node));
          group.addEventListener('keydown', event => { if (event.key === 'Enter') zoom(node); });
          group.addEventListener('mouseenter', () => say(node));
          group.addEventListener('focus', () => say(node));
        }
        svg.classList.toggle('searching', pattern !== '');
        reset.disabled = focus === root;
        found.textContent = pattern === '' ? '' : report(hits);
      };
      // A function below itself counts once.
      const report = hits => {
        const time = node => matches(node) ? node.time : node.children.reduce((sum, child) => sum + time(child), 0);
        return hits === 0 ? 'Not found here.' : `Found: ${duration(time(root))}, ${percent(time(root))} of all.`;
      };
      const zoom = node => { focus = node; draw(); };

      search.addEventListener('input', () => { pattern = search.value.trim().toLowerCase(); draw(); });
      reset.addEventListener('click', () => zoom(root));
      flip.addEventListener('click', () => {
        upward = !upward;
        flip.textContent = upward ? 'Flames downward' : 'Flames upward';
        draw();
      });
      svg.addEventListener('mouseleave', () => { detail.textContent = hint; });
      addEventListener('keydown', event => {
        if (event.key === '/' && document.activeElement !== search) { event.preventDefault(); search.focus(); }
        if (event.key === 'Escape') {
          if (pattern !== '') { search.value = ''; pattern = ''; draw(); } else { zoom(focus.parent || root); }
        }
      });
      addEventListener('resize', () => { if (svg.clientWidth !== width) draw(); });
      matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
      const query = new URLSearchParams(location.search).get('search') || decodeURIComponent(location.hash.slice(1));
      if (query) { search.value = query; pattern = query.toLowerCase(); }
      draw();
    })();
    """#
}
